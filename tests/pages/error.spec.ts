import { sql } from "./helpers/database"
import { expect, test } from "./helpers/test"

test("a page that failed is whole around its message, and reads itself again", {
  tag: "@long",
}, async ({ page, account, expectedNoise }) => {
  expectedNoise.push(/500 \(Internal Server Error\)/, /React error #441/)
  const wallet = account.address.toLowerCase()
  // No amount is not a number: the wallet's volume, and with it the page, cannot be shown. No list has this trade.
  await sql(`insert into trade values (-1, -1, '2000-01-01', '0x', $1, 0, 0, 'NaN', 0, false)`, [
    wallet,
  ])
  await page.goto(`/wallets/${wallet}`)
  await expect(page.getByText("This page could not be shown")).toBeVisible()
  const footer = page.getByRole("contentinfo")
  await expect(footer.getByRole("link", { name: "Docs", exact: true })).toBeVisible()
  await expect(page.getByRole("banner").getByRole("link").first()).toBeVisible()
  await sql("delete from trade where id = -1")
  await expect(page.getByRole("heading", { level: 1, name: wallet.slice(0, 6) })).toBeVisible({
    timeout: 40_000,
  })
  await expect(page.getByText("This page could not be shown")).toBeHidden()
})
