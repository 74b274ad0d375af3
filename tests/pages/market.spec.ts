import type { Page } from "@playwright/test"
import { parseEther } from "viem"
import { buy, freshAccount, launchToken, syncTransaction } from "./helpers/chain"
import { sql } from "./helpers/database"
import {
  buyShares,
  createMarket,
  createPrivateMarket,
  fundForMarkets,
  listShares,
  propose,
  sharesOf,
} from "./helpers/markets"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { smallTargets } from "./helpers/target-size"
import { claimUsdbFor, connect, deepTest, expect, rememberWallet, test } from "./helpers/test"
import { untilIdle, watchForWalletCode } from "./helpers/wallet-code"

/** A market whose creator holds shares of both outcomes. */
async function traded() {
  const account = await freshAccount()
  await fundForMarkets(account)
  const market = await createMarket(account)
  await buyShares(account, market, 0, "200")
  await buyShares(account, market, 1, "100")
  return { account, market }
}

const pay = (page: Page, text: string) => page.getByLabel("You pay").fill(text)
const isQuoted = (page: Page) =>
  expect(page.getByText("Quote confirmed for the next block")).toBeVisible()
const linesOf = (page: Page) => page.getByTestId("purchase-lines")

test("buys from an order and the pool in one go, as the contract has promised", async ({
  page,
  wallet,
}) => {
  const { account, market } = await traded()
  await listShares(account, market, 0, parseEther("30"), "0.4")
  await claimUsdbFor(wallet)
  await rememberWallet(page, wallet)
  await page.goto(`/markets/${market.token}`)
  await expect(page.getByText("Balance 100")).toBeVisible()
  await expect(page.getByText("Shares cannot be sold back")).toBeVisible()
  await pay(page, "50")
  await isQuoted(page)
  await expect(linesOf(page)).toContainText("1 order: 30 shares")
  await expect(linesOf(page)).toContainText("pool:")
  await page.getByRole("button", { name: "Approve and buy shares" }).click()
  await expect(page.getByText(/^Bought [\d.,]+ shares$/)).toBeVisible()
  expect(await sharesOf(market, wallet.account.address, 0)).toBeGreaterThan(parseEther("30"))
  await expect(page.getByText("No open orders")).toBeVisible()
  await expect(page.getByText("Filled an order for 30 shares of")).toBeVisible()
})

deepTest("sells from holders’ orders alone once the pool has closed", async ({ page, wallet }) => {
  const { account, market } = await traded()
  await listShares(account, market, 0, parseEther("30"), "0.4")
  // Above the pool's price: nobody can buy it before the pool has closed.
  await listShares(account, market, 0, parseEther("10"), "0.9")
  await claimUsdbFor(wallet)
  await rememberWallet(page, wallet)
  await page.goto(`/markets/${market.token}`)
  await pay(page, "50")
  await isQuoted(page)
  await expect(linesOf(page)).toContainText("1 order: 30 shares")
  await expect(linesOf(page)).toContainText("pool:")
  await propose(account, market, 0)
  await expect(
    page.getByRole("status").getByText(/^The pool closed at .* bought from the order book\.$/),
  ).toBeVisible()
  await expect(linesOf(page)).toContainText("2 orders: 40 shares")
  await expect(linesOf(page)).not.toContainText("pool:")
  // 12 and 9 USDB with 1.5 % of tax.
  await expect(linesOf(page)).toContainText("Not spent28.68 USDB")
  await isQuoted(page)
  const buy = page.getByRole("button", { name: "Approve and buy shares" })
  await buy.click()
  const bought = page.getByText("Bought 40 shares", { exact: true })
  const accept = page.getByRole("button", { name: "Accept new price" })
  // The pool's price, which was better, may have stood there a moment before.
  await expect(bought.or(accept)).toBeVisible()
  if (await accept.isVisible()) {
    await accept.click()
    await buy.click()
  }
  await expect(bought).toBeVisible()
  expect(await sharesOf(market, wallet.account.address, 0)).toBe(parseEther("40"))
  await expect(page.getByText("Balance 78.685")).toBeVisible()
  await expect(page.getByText("No shares for sale")).toBeVisible()
})

deepTest(
  "counts down to the close of the pool, and says what is missing: an amount, a balance",
  async ({ page, wallet }) => {
    const account = await freshAccount()
    await fundForMarkets(account)
    const market = await createMarket(account, { endTime: Math.floor(Date.now() / 1000) + 7_200 })
    await claimUsdbFor(wallet)
    await rememberWallet(page, wallet)
    await page.goto(`/markets/${market.token}`)
    await expect(page.getByText(/^The pool closes in/)).toBeVisible()
    await expect(page.getByText("Balance 100")).toBeVisible()
    await expect(page.getByRole("button", { name: "Enter an amount" })).toBeDisabled()
    await pay(page, "101")
    await expect(page.getByText("Insufficient USDB balance")).toBeVisible()
    await expect(page.getByRole("link", { name: "Get USDB" })).toBeVisible()
    await pay(page, "x")
    await expect(page.getByText("Enter a number with at most 18 decimal places.")).toBeVisible()
    await pay(page, "0.99")
    await expect(page.getByText("Minimum purchase is 1 USDB")).toBeVisible()
    await expect(page.getByRole("button", { name: /buy shares$/i })).toBeDisabled()
    await pay(page, "1")
    await isQuoted(page)
  },
)

deepTest(
  "calls people by their names, is read by keys, and keeps its view in the address",
  async ({ page }) => {
    const { account, market } = await traded()
    const name = uniqueWord()
    await sql("insert into profile (wallet, username, username_key) values ($1, $2, $2)", [
      account.address.toLowerCase(),
      name,
    ])
    await page.goto(`/markets/${market.token}`)
    const link = page.getByRole("link", { name, exact: true })
    // Creator, purchases, holders of two outcomes.
    await expect(
      page
        .locator("header", { has: page.getByRole("heading", { level: 1 }) })
        .getByRole("link", { name }),
    ).toBeVisible()
    await expect(page.locator("#activity").getByRole("link", { name })).toHaveCount(2)
    await expect(link).toHaveCount(5)
    expect(await horizontalOverflow(page)).toBe(0)

    const reader = page.getByRole("slider", { name: "Time in the chart" })
    await expect(reader).toHaveAttribute("aria-valuetext", /: Yes \d+%, No \d+%$/)
    await reader.focus()
    for (let i = 0; i < 3; i++) await page.keyboard.press("PageDown")
    await expect(reader).toHaveAttribute("aria-valuetext", /: Yes 50%, No 50%$/)
    await reader.hover()
    await expect(page.getByText(/UTC$/).first()).toBeVisible()

    await page.getByRole("link", { name: "1W" }).click()
    await page.waitForURL(/range=1w/)
    await page.getByRole("link", { name: "Orders", exact: true }).click()
    await page.waitForURL(/activity=orders/)
    await expect(page).toHaveURL(/range=1w/)
    await expect(page.getByText("No activity yet")).toBeVisible()
  },
)

deepTest("pays with another token, which becomes USDB on the way", async ({ page, wallet }) => {
  const { account, market } = await traded()
  await listShares(account, market, 1, parseEther("5"), "0.3")
  await claimUsdbFor(wallet)
  const symbol = uniqueWord()
  const token = await launchToken(account, { symbol })
  const { transactionHash } = await buy(wallet.account, token, parseEther("60"))
  await syncTransaction(transactionHash)
  await rememberWallet(page, wallet)
  await page.goto(`/markets/${market.token}?outcome=1`)
  await page.getByLabel("Pay with").selectOption({ label: symbol })
  await page.getByRole("button", { name: /^Use all/ }).click()
  // About the 60 that were paid: what others trade meanwhile moves TIDE by a little.
  await expect(page.getByText(/^≈ [56]\d(\.\d+)? USDB$/)).toBeVisible()
  await isQuoted(page)
  await expect(linesOf(page)).toContainText("1 order: 5 shares")
  await expect(page.getByText(`This trade uses 100% of your ${symbol}.`)).toBeVisible()
  await page.getByRole("button", { name: "Approve and buy shares" }).click()
  await expect(page.getByText(/^Bought [\d.,]+ shares$/)).toBeVisible()
  expect(await sharesOf(market, wallet.account.address, 1)).toBeGreaterThan(parseEther("100"))
  await expect(page.getByLabel("You pay")).toHaveValue("")
})

deepTest(
  "lists own shares, fills the ticket from a level, and takes an order back",
  async ({ page, wallet }) => {
    const { account, market } = await traded()
    await fundForMarkets(wallet.account)
    await buyShares(wallet.account, market, 0, "60")
    await listShares(account, market, 0, parseEther("20"), "0.3")
    await rememberWallet(page, wallet)
    await page.goto(`/markets/${market.token}?outcome=0`)
    await page.getByLabel("Shares to sell").fill("10")
    await page.getByLabel("Price per share").fill("0.09")
    await expect(
      page.getByText("Minimum order value is 1 USDB. This order is worth 0.9 USDB."),
    ).toBeVisible()
    await expect(page.getByRole("button", { name: "List for sale" })).toBeDisabled()
    await page.getByLabel("Price per share").fill("0.45")
    await page.getByRole("button", { name: "List for sale" }).click()
    await expect(page.getByText("Shares listed")).toBeVisible()
    await expect(page.getByText("10 at 0.45", { exact: false })).toBeVisible()
    await page.getByRole("button", { name: /^Buy at up to 0.3 USDB/ }).click()
    // 20 shares at 0.3 are 6 USDB, and 1.5 % of tax.
    await expect(page.getByLabel("You pay")).toHaveValue("6.09")
    await page.getByRole("button", { name: "Cancel order 1" }).click()
    await expect(page.getByText("10 at 0.45", { exact: false })).toBeHidden()
  },
)

deepTest("asks twice before a purchase that moves the market far", async ({ page, wallet }) => {
  const { market } = await traded()
  await fundForMarkets(wallet.account, "20000")
  await rememberWallet(page, wallet)
  await page.goto(`/markets/${market.token}?outcome=1`)
  await pay(page, "12000")
  await isQuoted(page)
  await expect(page.getByText(/^High price impact: you receive/)).toBeVisible()
  const buy = page.getByRole("button", { name: "Buy shares", exact: true })
  await expect(buy).toBeDisabled()
  await page.getByLabel("Type “confirm” to trade anyway").fill("confirm")
  await expect(buy).toBeEnabled()
  await pay(page, "20")
  await expect(page.getByLabel("Type “confirm” to trade anyway")).toBeHidden()
  await expect(buy).toBeEnabled()
})

deepTest("shows one's own shares, what they cost and would pay", async ({ page, wallet }) => {
  const { market } = await traded()
  await fundForMarkets(wallet.account)
  await buyShares(wallet.account, market, 1, "60")
  await listShares(wallet.account, market, 1, parseEther("10"), "0.3")
  await page.goto(`/markets/${market.token}`)
  await expect(page.getByText("Your position")).toBeHidden()
  await connect(page, wallet)
  const card = page.locator("section", {
    has: page.getByRole("heading", { name: "Your position" }),
  })
  await expect(card.getByText("Cost, including tax")).toBeVisible()
  await expect(card).toContainText("60 USDB")
  await expect(card).toContainText("In open orders")
  await expect(card.getByText("Payout if it wins", { exact: true })).toBeVisible()
  await card.getByRole("link", { name: "Sell No" }).click()
  await page.waitForURL(/outcome=1#book$/)
  await expect(page.getByLabel("Shares to sell")).toBeVisible()
})

deepTest("tells a wallet that is not admitted so", async ({ page, wallet }) => {
  const account = await freshAccount()
  await fundForMarkets(account)
  const market = await createPrivateMarket(account, { isEvent: true })
  await claimUsdbFor(wallet)
  await rememberWallet(page, wallet)
  await page.goto(`/markets/${market.token}`)
  await expect(page.getByText("This wallet is not on the buyer list")).toBeVisible()
})

deepTest("opens the ticket on the card, with the outcome chosen", async ({ page }) => {
  const { market } = await traded()
  await page.goto(`/markets?search=${market.token}`)
  await page.getByRole("link", { name: /^Buy No/ }).click()
  const ticket = page.getByRole("dialog", { name: "Buy shares" })
  await expect(ticket.getByRole("button", { name: /^No/ })).toHaveAttribute("aria-pressed", "true")
  await expect(ticket.getByLabel("You pay")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(ticket).toBeHidden()
  await expect(page).toHaveURL(/\/markets\?search=/)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  deepTest("is readable, its course as a table", async ({ page }) => {
    const { market } = await traded()
    await page.goto(`/markets/${market.token}`)
    await expect(
      page.getByRole("heading", { name: "Will it rain on the reef tomorrow?" }),
    ).toBeVisible()
    await page.goto(`/markets?search=${market.token}`)
    await page.getByRole("link", { name: /^Buy No/ }).click()
    await page.waitForURL(/outcome=1#trade$/)
    await page.getByText("Show as table").click()
    await expect(page.getByRole("table").first()).toContainText("50%")
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test("fits, and opens the ticket in a sheet, whose code comes then, for a level of the book too", async ({
    page,
  }) => {
    const { account, market } = await traded()
    await listShares(account, market, 1, parseEther("20"), "0.3")
    const hasWalletCode = watchForWalletCode(page)
    await page.goto(`/markets/${market.token}?outcome=1`)
    await untilIdle(page)
    expect(await hasWalletCode()).toBe(false)
    await expect.poll(() => horizontalOverflow(page)).toBe(0)
    await expect.poll(() => smallTargets(page)).toEqual([])
    await page.getByRole("button", { name: /^Buy at up to 0.3 USDB/ }).click()
    const ticket = page.getByRole("dialog", { name: "Buy shares" })
    await expect(ticket.getByLabel("You pay")).toHaveValue("6.09")
    await expect(ticket.getByRole("button", { name: /^No/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    )
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Buy shares" }).click()
    await expect(ticket.getByLabel("You pay")).toHaveValue("")
  })
})
