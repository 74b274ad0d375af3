import { launchToken } from "./helpers/chain"
import { sql } from "./helpers/database"
import { uniqueWord } from "./helpers/scrolling"
import { expect, test } from "./helpers/test"

test("a page that failed is whole around its message, and reads itself again", {
  tag: "@long",
}, async ({ page, account, expectedNoise }) => {
  expectedNoise.push(/500 \(Internal Server Error\)/, /React error #441/)
  const symbol = uniqueWord()
  const token = await launchToken(account, { symbol })
  const wallet = account.address.toLowerCase()
  // No balance is not a number: the list of holders, and with it the page, cannot be shown.
  await sql("insert into holder (token, wallet, balance) values ($1, $2, 'NaN')", [token, wallet])
  await page.goto(`/tokens/${token}`)
  await expect(page.getByText("This page could not be shown")).toBeVisible()
  const footer = page.getByRole("contentinfo")
  await expect(footer.getByRole("link", { name: "Docs", exact: true })).toBeVisible()
  await expect(page.getByRole("banner").getByRole("link").first()).toBeVisible()
  await sql("delete from holder where token = $1 and wallet = $2", [token, wallet])
  await expect(page.getByRole("heading", { level: 1, name: symbol })).toBeVisible({
    timeout: 40_000,
  })
  await expect(page.getByText("This page could not be shown")).toBeHidden()
})
