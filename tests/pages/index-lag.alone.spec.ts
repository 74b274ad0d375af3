import { contracts, mine } from "./helpers/chain"
import { lockIndexCursor } from "./helpers/database"
import { expect, test } from "./helpers/test"

/** A stream tells of a head nobody has announced with its next beat or the one after; then the page makes sure. */
const TOLD_MS = 45_000

test("says how late the index is, greys what is late, and recovers by itself", {
  tag: "@long",
}, async ({ page }) => {
  test.setTimeout(150_000)
  await page.goto(`/tokens/${contracts.mainToken}`)
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block [\d,]+$/)
  const price = await page.getByTestId("price").textContent()
  const colour = () =>
    page.getByTestId("price").evaluate((element) => getComputedStyle(element).color)
  // An element that a wallet's view has just replaced has no colour.
  let fresh = ""
  await expect
    .poll(async () => {
      fresh = await colour()
      return fresh
    })
    .not.toBe("")
  const release = await lockIndexCursor()
  try {
    await mine(12)
    const bar = page.getByTestId("stale-bar")
    await expect(bar).toHaveText(/Data is \d+ blocks behind the chain\./, {
      timeout: TOLD_MS,
    })
    await expect(bar).toContainText("Last updated")
    await expect(page.getByTestId("price")).toHaveText(price ?? "")
    await expect.poll(colour).not.toBe(fresh)
  } finally {
    await release()
  }
  await expect(page.getByTestId("stale-bar")).toBeHidden({ timeout: TOLD_MS })
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block [\d,]+$/)
  await expect.poll(colour).toBe(fresh)
})
