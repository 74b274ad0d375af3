import { readFile } from "node:fs/promises"
import { parseEther } from "viem"
import { shortenAddress } from "@/lib/format"
import { buy, claimUsdb, freshAccount, launchToken } from "./helpers/chain"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { claimUsdbFor, connect, deepTest, expect, test } from "./helpers/test"

deepTest("leads the connected wallet to what it holds", async ({ page, wallet, account }) => {
  const symbol = uniqueWord()
  const token = await launchToken(account, { symbol })
  await claimUsdbFor(wallet)
  await buy(account, token, parseEther("40"))
  await page.goto("/portfolio")
  await connect(page, wallet)
  await expect(page).toHaveURL(`/portfolio/${account.address.toLowerCase()}`)
  await expect(page.getByText("Your wallet")).toBeVisible()
  const holding = page.getByRole("row").filter({ hasText: symbol })
  await expect(holding).toContainText("$")
  const usdb = page.locator("dt", { hasText: "USDB" }).locator("+ dd")
  // 40 of the daily 100 were paid; a little of the tax came back to the creator.
  await expect(usdb).toHaveText(/^\$60\.\d\d$/)
})

deepTest("shows any wallet by its address, and follows its trades", async ({ page }) => {
  const trader = await freshAccount()
  const symbol = uniqueWord()
  const token = await launchToken(trader, { symbol })
  await page.goto("/portfolio")
  await page.getByLabel("Address").fill(trader.address)
  await page.getByRole("button", { name: "View portfolio" }).click()
  await expect(page).toHaveURL(`/portfolio/${trader.address.toLowerCase()}`)
  await expect(page).toHaveTitle(
    `Portfolio of ${shortenAddress(trader.address.toLowerCase())} · Atoll`,
  )
  await expect(page.getByText("No holdings")).toBeVisible()
  await expect(page.getByText("Your wallet")).toBeHidden()

  await claimUsdb(trader)
  await buy(trader, token, parseEther("5"))
  await expect(page.getByRole("row").filter({ hasText: symbol })).toBeVisible()
  await expect(page.getByText("No holdings")).toBeHidden()
})

deepTest(
  "on a phone says what an address looks like, and shows an empty wallet",
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto("/portfolio")
    await page.getByLabel("Address").fill("vitalik")
    await page.getByRole("button", { name: "View portfolio" }).click()
    await expect(page.getByText("Enter a valid address: 0x")).toBeVisible()
    await expect(page.getByLabel("Address")).toHaveValue("vitalik")
    await page.getByLabel("Address").fill(`0x${"1".repeat(40)}`)
    await page.getByRole("button", { name: "View portfolio" }).click()
    await expect(page.getByText("No history yet")).toBeVisible()
    await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0)
  },
)

test("keeps sorting, range and tab in the address, and going back undoes them", {
  tag: "@long",
}, async ({ page }) => {
  const trader = await freshAccount()
  const wallet = trader.address.toLowerCase()
  // Somebody else's token: a creator's own trades bring a part of their tax back.
  const token = await launchToken(await freshAccount(), { symbol: uniqueWord() })
  await claimUsdb(trader)
  await buy(trader, token, parseEther("20"))
  await page.goto(`/portfolio/${wallet}`)
  await expect(page.getByRole("table", { name: "Holdings" })).toBeVisible()
  await page.getByRole("link", { name: "Unrealised" }).click()
  await expect(page).toHaveURL(`/portfolio/${wallet}?sort=unrealised`)
  await expect(page.getByRole("columnheader", { name: "Unrealised" })).toHaveAttribute(
    "aria-sort",
    "descending",
  )
  await page.getByRole("link", { name: "1 month" }).click()
  await expect(page).toHaveURL(/range=1m/)
  await page.getByRole("link", { name: "Activity" }).click()
  await expect(page.getByRole("listitem").filter({ hasText: "Bought" })).toContainText("−20 USDB")
  await page.goBack()
  await expect(page).toHaveURL(/range=1m/)
  await page.goBack()
  await expect(page).toHaveURL(`/portfolio/${wallet}?sort=unrealised`)
})

deepTest("hands out all trades as CSV and JSON", async ({ page }) => {
  const trader = await freshAccount()
  const symbol = uniqueWord()
  const token = await launchToken(trader, { symbol })
  await claimUsdb(trader)
  await buy(trader, token, parseEther("10"))
  await buy(trader, token, parseEther("5"))
  await page.goto(`/portfolio/${trader.address.toLowerCase()}?tab=trades`)
  await expect(page.getByRole("listitem").filter({ hasText: symbol })).toHaveCount(2)
  const fileOf = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name }).click(),
    ])
    return readFile(await download.path(), "utf8")
  }
  const lines = (await fileOf("CSV")).trimEnd().split("\r\n")
  expect(lines.filter((line) => line.includes(symbol))).toHaveLength(2)
  const trades: { symbol: string }[] = JSON.parse(await fileOf("JSON"))
  expect(trades).toHaveLength(lines.length - 1)
  expect(trades.filter((trade) => trade.symbol === symbol)).toHaveLength(2)
})
