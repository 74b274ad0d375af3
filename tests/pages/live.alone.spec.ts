import { parseEther } from "viem"
import { shortAddress } from "@/lib/format"
import { buy, launchToken } from "./helpers/chain"
import { uniqueWord } from "./helpers/listing"
import { expect, test, withUsdb } from "./helpers/test"

/** From the block to the page. */
const LIMIT_MS = 2_000

test("a trade of another wallet appears within two seconds of its block, without a reload", async ({
  page,
  account,
  wallet,
}) => {
  const token = await launchToken(account, { symbol: uniqueWord() })
  await withUsdb(wallet)
  await page.goto(`/tokens/${token}`)
  await expect(page.getByTestId("chart").locator("canvas").first()).toBeVisible()
  await page.evaluate(() => Reflect.set(window, "isSamePage", true))
  const before = await page.locator("figcaption").textContent()

  await buy(account, token, parseEther("25"))
  const mined = Date.now()
  const row = page.getByRole("listitem").filter({ hasText: /Buy.*\$/ })
  await expect(row.first()).toContainText(shortAddress(account.address.toLowerCase()), {
    timeout: LIMIT_MS,
  })
  expect(Date.now() - mined).toBeLessThan(LIMIT_MS)
  await expect(page.getByTestId("price")).not.toHaveText("$1.00", { timeout: LIMIT_MS })
  await expect(page.locator("figcaption")).not.toHaveText(before ?? "", { timeout: LIMIT_MS })
  expect(await page.evaluate(() => Reflect.get(window, "isSamePage"))).toBe(true)
})
