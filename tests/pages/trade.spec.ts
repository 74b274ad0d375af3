import type { Page } from "@playwright/test"
import { type Address, decodeFunctionResult, encodeFunctionData } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { formatAmount, parseAmount } from "@/lib/format"
import { WAD } from "@/lib/units"
import {
  allowanceOf,
  balanceOf,
  contracts,
  freshAccount,
  launchToken,
  publicClient,
} from "./helpers/chain"
import { horizontalOverflow } from "./helpers/scrolling"
import { smallTargets } from "./helpers/target-size"
import { claimUsdbFor, connect, deepTest, expect, rememberWallet, test } from "./helpers/test"
import { approveAndBuy, openTicket, pay, prepareSale } from "./helpers/ticket"

const tape = (page: Page) =>
  page
    .locator("section", { has: page.getByRole("heading", { name: "Trades", exact: true }) })
    .getByRole("listitem")

/** What the router said for this payment right before the token's newest trade. */
async function quotedBefore(token: Address, paid: bigint) {
  const trades = await publicClient.getContractEvents({
    address: token,
    abi: factoryTokenAbi,
    eventName: "TokensTraded",
    fromBlock: 0n,
  })
  const { blockNumber, transactionIndex } = trades.at(-1) ?? {}
  if (blockNumber === undefined) throw new Error("Nobody has traded the token")
  const { transactions } = await publicClient.getBlock({ blockNumber, includeTransactions: true })
  // The same block may begin with trades of others, which move TIDE.
  const earlier = transactions
    .slice(0, transactionIndex)
    .map(({ from, to, input, value }) => ({ account: from, to, data: input, value }))
  const path = [contracts.usdb, contracts.mainToken, token]
  const question = { abi: swapAbi, functionName: "getAmountsOut", args: [paid, path] } as const
  const data = encodeFunctionData(question)
  const [block] = await publicClient.simulateBlocks({
    blockNumber: blockNumber - 1n,
    blocks: [{ calls: [...earlier, { to: contracts.swap, data }] }],
  })
  const answer = block?.calls.at(-1)?.data
  return answer && decodeFunctionResult({ ...question, data: answer })
}

deepTest("keeps the side that is chosen before the ticket's code has loaded", async ({ page }) => {
  const token = await launchToken(await freshAccount(), { symbol: "CORAL" })
  const html = await (await page.request.get(`/tokens/${token}`)).text()
  let allow = () => {}
  const allowed = new Promise<void>((resolve) => {
    allow = resolve
  })
  // The page's own scripts load; those that they load later wait.
  await page.route("**/_next/static/chunks/**", async (route) => {
    const file = new URL(route.request().url()).pathname.split("/").at(-1) ?? ""
    if (!html.includes(file)) await allowed
    await route.continue()
  })
  await page.goto(`/tokens/${token}`, { waitUntil: "domcontentloaded" })
  const sell = page.getByRole("group", { name: "Direction" }).getByRole("button", { name: "Sell" })
  await expect(async () => {
    await sell.click()
    await expect(sell).toHaveAttribute("aria-pressed", "true", { timeout: 500 })
  }).toPass()
  await expect(page.getByTestId("ticket-shell")).toBeVisible()
  allow()
  await expect(page.getByTestId("ticket-shell")).toBeHidden()
  await expect(sell).toHaveAttribute("aria-pressed", "true")
  await expect(page.getByLabel("You sell")).toBeVisible()
})

test("buys, shows the trade on tape and chart without a reload, and sells again", async ({
  page,
  wallet,
}) => {
  const token = await openTicket(page, wallet)
  const { address } = wallet.account
  const chart = page.locator("figcaption")
  const before = await chart.textContent()
  await page.evaluate(() => Reflect.set(window, "stillTheSamePage", true))

  await page.getByRole("button", { name: "Use 50% of the USDB" }).click()
  await expect(page.getByText("Quote confirmed for the next block")).toBeVisible()
  const quoted = parseAmount(await page.getByLabel("You receive").inputValue()) ?? 0n
  await approveAndBuy(page)
  await expect.poll(() => balanceOf(token, address)).toBeGreaterThan(0n)
  await expect(tape(page)).toHaveCount(1)
  await expect(chart).not.toHaveText(before ?? "")
  const bought = await balanceOf(token, address)
  // Others trade TIDE meanwhile, which moves the price in its fifth digit.
  expect(bought).toBeGreaterThan((quoted * 999n) / 1_000n)
  expect(bought).toBeLessThan((quoted * 1_001n) / 1_000n)
  expect(bought).toBe(await quotedBefore(token, 50n * WAD))
  await expect(page.getByText(`Bought ${formatAmount(bought)} CORAL`)).toBeVisible()
  // Approved was what was spent, so nothing is left of it.
  expect(await allowanceOf(contracts.usdb, address)).toBe(0n)

  await prepareSale(page)
  await page.getByRole("button", { name: "Approve and sell CORAL" }).click()
  await expect(page.getByText(/^Sold for/)).toBeVisible()
  await expect(tape(page)).toHaveCount(2)
  expect(await balanceOf(token, address)).toBe(0n)
  expect(await page.evaluate(() => Reflect.get(window, "stillTheSamePage"))).toBe(true)
})

deepTest(
  "says what is wrong with an amount, what a trade costs, the least it gives, and buys what was typed to be received",
  async ({ page, wallet }) => {
    const token = await openTicket(page, wallet)
    const field = page.getByLabel("You pay")
    const button = page.getByRole("button", { name: /buy CORAL$/i })
    for (const [text, complaint] of [
      ["ten", "Enter a number with at most 18 decimal places."],
      ["0", "Enter an amount above zero."],
      ["0.000000000000000001", "The amount is too small. Enter a larger amount."],
      ["100.000000000000000001", "Insufficient USDB balance."],
    ] as const) {
      await field.fill(text)
      await expect(page.getByText(complaint)).toBeVisible()
      await expect(button).toBeDisabled()
    }

    await page.getByRole("button", { name: "Use 25% of the USDB" }).focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await expect(field).toHaveValue("75")
    await expect(page.getByText("This trade uses 75% of your USDB.")).toBeVisible()

    await pay(page, "10")
    await page.locator("summary", { hasText: "Fees, 1.5%" }).click()
    await expect(page.getByText("0.03 USDB · 20%")).toBeVisible()
    // The treasury's, and that of the vault while somebody holds its shares.
    const parts = await page.getByText(/^[\d.]+ USDB · \d+%$/).allTextContents()
    const percentages = parts.map((part) => Number(/(\d+)%$/.exec(part)?.[1]))
    expect(percentages.reduce((sum, each) => sum + each, 0)).toBe(100)
    await page.locator("summary", { hasText: "At the floor" }).click()
    await expect(page.getByText("Floor price now")).toBeVisible()
    await expect(page.getByText("Compared to what you pay")).toBeVisible()
    const lines = page.getByTestId("quote-lines")
    await expect(lines.getByText("Price impact")).toBeVisible()
    await expect(lines.getByText("Allowed slippage")).toBeVisible()
    await page.locator("summary", { hasText: "Trade settings" }).click()
    await page.getByLabel("Custom").fill("2.5")
    // At one moment: the quote follows the trades of others.
    const [received, least] = await page
      .getByLabel("You receive")
      .evaluate((field) => [
        field instanceof HTMLInputElement ? field.value : null,
        document.querySelectorAll("[data-testid=quote-lines] dd")[2]?.textContent,
      ])
    expect(least).toMatch(/ CORAL$/)
    const out = parseAmount(received ?? "") ?? 0n
    const shown = parseAmount(least?.replace(" CORAL", "") ?? "") ?? 0n
    const exact = (out * 975n) / 1_000n
    expect(shown).toBeGreaterThan(exact - WAD / 100_000n)
    expect(shown).toBeLessThanOrEqual(exact + WAD / 100_000n)
    await page.getByLabel("You receive").fill("5")
    await expect(page.getByText("Quote confirmed for the next block")).toBeVisible()
    const cost = parseAmount(await page.getByLabel("You pay").inputValue()) ?? 0n
    expect(cost).toBeGreaterThan(5n * WAD)
    await approveAndBuy(page)
    await expect(page.getByText(/^Bought/)).toBeVisible()
    // Others trade TIDE meanwhile: as near as the allowed slippage, on both sides.
    const bought = await balanceOf(token, wallet.account.address)
    const spent = 100n * WAD - (await balanceOf(contracts.usdb, wallet.account.address))
    for (const [now, target] of [
      [bought, 5n * WAD],
      [spent, cost],
    ] as const) {
      expect(now).toBeGreaterThanOrEqual((target * 99n) / 100n)
      expect(now).toBeLessThanOrEqual((target * 101n) / 100n)
    }
  },
)

deepTest(
  "quotes without a wallet, and keeps what was typed while one is connected",
  async ({ page, wallet }) => {
    const token = await launchToken(await freshAccount(), { symbol: "CORAL" })
    await claimUsdbFor(wallet)
    await page.goto(`/tokens/${token}`)
    await pay(page, "10")
    await expect(page.getByLabel("You receive")).not.toHaveValue("")
    await expect(page.getByRole("button", { name: "Connect a wallet to trade" })).toBeEnabled()
    await connect(page, wallet)
    await expect(page.getByText("Balance 100")).toBeVisible()
    await expect(page.getByLabel("You pay")).toHaveValue("10")
    await approveAndBuy(page)
    await expect(page.getByText(/^Bought/)).toBeVisible()
  },
)

deepTest(
  "an impact on the price is named from 3 %, confirmed from 10 %, and refused from 15 %",
  async ({ page, wallet }) => {
    // A pool of 100 USDB: what is paid moves it by half as many percent, roughly.
    const token = await openTicket(page, wallet, { startLiquidity: 100n })
    const button = page.getByRole("button", { name: "Approve and buy CORAL" })
    const confirmation = page.getByLabel("Type “confirm”")
    await pay(page, "4")
    await expect(page.getByText(/^Price impact of 3/)).toBeVisible()
    await pay(page, "7")
    await expect(page.getByText(/^High price impact/)).toBeVisible()
    await expect(button).toBeEnabled()

    await pay(page, "100")
    const refusal = page.getByText("This trade would move the price by 15% or more against you.")
    await expect(refusal).toBeVisible()
    await page.locator("summary", { hasText: "Trade settings" }).click()
    await page.getByLabel("Allow extreme price impact").check()
    await expect(refusal).toBeHidden()
    await expect(button).toBeDisabled()
    await confirmation.fill("confirm")
    await expect(button).toBeEnabled()
    await page.getByLabel("Allow extreme price impact").uncheck()
    await expect(refusal).toBeVisible()

    await pay(page, "14")
    await expect(page.getByTestId("quote-lines").getByText("severe")).toBeVisible()
    await confirmation.fill("")
    await expect(button).toBeDisabled()
    await confirmation.fill("confirm")
    await button.click()
    await expect(page.getByText(/^Bought/)).toBeVisible()
    expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  },
)

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test("the ticket rises as a sheet from the bar, keeps its labels whole beside a very long symbol, and trades", async ({
    page,
    wallet,
  }) => {
    const symbol = "W".repeat(32)
    const token = await launchToken(await freshAccount(), { symbol })
    await claimUsdbFor(wallet)
    await rememberWallet(page, wallet)
    await page.goto(`/tokens/${token}`)
    const bar = page.getByRole("region", { name: `Trade ${symbol}` })
    await expect(bar).toBeInViewport()
    await bar.getByRole("button", { name: "Buy" }).click()
    const sheet = page.getByRole("dialog", { name: `Trade ${symbol}` })
    const field = sheet.getByLabel("You pay")
    await expect(field).toBeEnabled()
    await expect(field).not.toBeFocused()
    await expect(field).toHaveAttribute("inputmode", "decimal")
    await field.fill("10")
    await expect(sheet.getByText("Quote confirmed for the next block")).toBeVisible()
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    // What lies behind the sheet cannot be pressed at all.
    const small = (await smallTargets(page)).filter((target) => !target.endsWith(": 0 × 0"))
    expect(small).toEqual([])
    const oneLine = async (label: string) => {
      const box = await sheet.getByText(label).first().boundingBox()
      expect(box?.height, label).toBeLessThanOrEqual(30)
      expect(box?.width, label).toBeGreaterThan(45)
    }
    for (const label of ["You pay", "You receive", "Minimum received", "Price impact"]) {
      await oneLine(label)
    }
    await sheet.getByRole("button", { name: `Approve and buy ${symbol}` }).click()
    await expect(sheet.getByText(/^Bought/)).toBeVisible()
    await sheet.getByRole("button", { name: "Close" }).click()
    await expect(sheet).toBeHidden()
    await bar.getByRole("button", { name: "Sell" }).click()
    await expect(sheet.getByLabel("You sell")).toBeEnabled()
    await oneLine("You sell")
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    expect((await sheet.getByLabel("You sell").boundingBox())?.width).toBeGreaterThan(120)
    expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  })
})

deepTest("trades TIDE in its own pool", async ({ page, wallet }) => {
  await claimUsdbFor(wallet)
  const { mainToken } = contracts
  await rememberWallet(page, wallet)
  await page.goto(`/tokens/${mainToken}`)
  await pay(page, "10")
  await page.getByRole("button", { name: "Approve and buy TIDE" }).click()
  await expect(page.getByText(/^Bought/)).toBeVisible()
  expect(await balanceOf(mainToken satisfies Address, wallet.account.address)).toBeGreaterThan(0n)
})
