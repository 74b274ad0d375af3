import { contracts, mine } from "./helpers/chain"
import { holdIndex } from "./helpers/database"
import { expect, test } from "./helpers/test"

/** A stream tells of a head it has not been told of with its next beat. */
const NEXT_BEAT_MS = 30_000

test("says how late the index is, greys what is late, and recovers by itself", async ({ page }) => {
  await page.goto(`/tokens/${contracts.mainToken}`)
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block [\d,]+$/)
  const price = await page.getByTestId("price").textContent()
  const colour = () =>
    page.getByTestId("price").evaluate((element) => getComputedStyle(element).color)
  const fresh = await colour()
  const release = await holdIndex()
  try {
    await mine(12)
    const bar = page.getByTestId("stale-bar")
    await expect(bar).toHaveText(/The index is \d+ blocks behind the chain\./, {
      timeout: NEXT_BEAT_MS,
    })
    await expect(bar).toContainText("What you see is from")
    await expect(page.getByTestId("price")).toHaveText(price ?? "")
    await expect.poll(colour).not.toBe(fresh)
  } finally {
    await release()
  }
  await expect(page.getByTestId("stale-bar")).toBeHidden({ timeout: NEXT_BEAT_MS })
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block [\d,]+$/)
  await expect.poll(colour).toBe(fresh)
})
