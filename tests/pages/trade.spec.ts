import type { Page } from "@playwright/test"
import { type Address, decodeFunctionResult, encodeFunctionData } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { formatAmount, parseAmount } from "@/lib/format"
import { WAD } from "@/lib/units"
import {
  allowanceOf,
  balanceOf,
  buy,
  claimUsdb,
  contracts,
  freshAccount,
  launchToken,
  publicClient,
} from "./helpers/chain"
import { disconnectNode, hideTransactions } from "./helpers/node-outage"
import { horizontalOverflow } from "./helpers/scrolling"
import { smallTargets } from "./helpers/target-size"
import { claimUsdbFor, connect, expect, test } from "./helpers/test"
import type { TestWallet } from "./helpers/wallet"

/** A token of its own with a ticket ready to trade, the wallet holding 100 USDB. */
async function openTicket(
  page: Page,
  wallet: TestWallet,
  options: { isFrozen?: boolean; startLiquidity?: bigint } = {},
) {
  const [token] = await Promise.all([
    launchToken(await freshAccount(), { symbol: "CORAL", ...options }),
    claimUsdbFor(wallet),
  ])
  await page.goto(`/tokens/${token}`)
  await connect(page, wallet)
  await expect(page.getByText("Balance 100")).toBeVisible()
  return token
}

async function pay(page: Page, text: string) {
  await page.getByLabel("You pay").fill(text)
  await expect(page.getByText("Quote confirmed by the router")).toBeVisible()
}

const approveAndBuy = (page: Page) =>
  page.getByRole("button", { name: "Approve and buy CORAL" }).click()

/** The wallet's answer has reached the page, so that a reload finds it. An approval is sent in other words. */
const isSent = (page: Page) =>
  expect(page.getByText("Submitted. Waiting for confirmation.", { exact: true })).toBeVisible()

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

/** From a buy that is done: the ticket on its sell side, everything entered. */
async function prepareSale(page: Page) {
  await page.getByRole("group", { name: "Direction" }).getByRole("button", { name: "Sell" }).click()
  await page.getByRole("button", { name: "Use all CORAL" }).click()
  await expect(page.getByText("Quote confirmed by the router")).toBeVisible()
}

test("keeps the side that is chosen before the ticket's code has loaded", async ({ page }) => {
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
  await expect(page.getByText("Quote confirmed by the router")).toBeVisible()
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

test("names impact and slippage on lines of their own, and holds to the minimum", async ({
  page,
  wallet,
}) => {
  await openTicket(page, wallet)
  await pay(page, "10")
  const lines = page.getByTestId("quote-lines")
  await expect(lines.getByText("Price impact")).toBeVisible()
  await expect(lines.getByText("Allowed slippage")).toBeVisible()
  await page.locator("summary", { hasText: "Trade settings" }).click()
  await page.getByLabel("Another value").fill("2.5")
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
})

test("buys what was typed to be received", async ({ page, wallet }) => {
  const token = await openTicket(page, wallet)
  await page.getByLabel("You receive").fill("5")
  await expect(page.getByText("Quote confirmed by the router")).toBeVisible()
  const cost = parseAmount(await page.getByLabel("You pay").inputValue()) ?? 0n
  expect(cost).toBeGreaterThan(5n * WAD)
  await approveAndBuy(page)
  await expect(page.getByText(/^Bought/)).toBeVisible()
  // Others trade TIDE meanwhile: as near as the allowed slippage, on both sides.
  const bought = await balanceOf(token, wallet.account.address)
  const spent = 100n * WAD - (await balanceOf(contracts.usdb, wallet.account.address))
  for (const [now, asked] of [
    [bought, 5n * WAD],
    [spent, cost],
  ] as const) {
    expect(now).toBeGreaterThanOrEqual((asked * 99n) / 100n)
    expect(now).toBeLessThanOrEqual((asked * 101n) / 100n)
  }
})

test("quotes without a wallet", async ({ page }) => {
  const token = await launchToken(await freshAccount(), { symbol: "CORAL" })
  await page.goto(`/tokens/${token}`)
  await pay(page, "10")
  await expect(page.getByLabel("You receive")).not.toHaveValue("")
  await expect(page.getByRole("button", { name: "Connect a wallet to trade" })).toBeEnabled()
})

test("keeps what was typed while a wallet is connected, and trades it", async ({
  page,
  wallet,
}) => {
  const token = await launchToken(await freshAccount(), { symbol: "CORAL" })
  await claimUsdbFor(wallet)
  await page.goto(`/tokens/${token}`)
  await pay(page, "10")
  await connect(page, wallet)
  await expect(page.getByText("Balance 100")).toBeVisible()
  await expect(page.getByLabel("You pay")).toHaveValue("10")
  await approveAndBuy(page)
  await expect(page.getByText(/^Bought/)).toBeVisible()
})

test("tells where the fees go and what is left at the floor", async ({ page, wallet }) => {
  await openTicket(page, wallet)
  await pay(page, "10")
  await page.locator("summary", { hasText: "Fees, 1.5%" }).click()
  await expect(page.getByText("0.03 USDB · 20%")).toBeVisible()
  await expect(page.getByText("0.12 USDB · 80%")).toBeVisible()
  await page.locator("summary", { hasText: "At the floor" }).click()
  await expect(page.getByText("Floor price now")).toBeVisible()
  await expect(page.getByText("Against what you pay")).toBeVisible()
})

test("moves between the parts of the balance with the arrow keys", async ({ page, wallet }) => {
  await openTicket(page, wallet)
  await page.getByRole("button", { name: "Use 25% of the USDB" }).focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("You pay")).toHaveValue("75")
  await expect(page.getByText("This trade uses 75% of your USDB.")).toBeVisible()
})

test("trades with the keyboard alone: Enter sends what can be sent", async ({ page, wallet }) => {
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  await page.getByLabel("You pay").press("Enter")
  await expect(page.getByText(/^Bought/)).toBeVisible()
  expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
})

test("sends once however often it is pressed", async ({ page, wallet }) => {
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  const button = page.getByRole("button", { name: "Approve and buy CORAL" })
  await button.evaluate((element) => {
    for (let presses = 0; presses < 4; presses++)
      if (element instanceof HTMLElement) element.click()
  })
  await expect(page.getByText(/^Bought/)).toBeVisible()
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(2)
  expect(await balanceOf(contracts.usdb, wallet.account.address)).toBe(90n * WAD)
  expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
})

test("approves without limit when that is asked for", async ({ page, wallet }) => {
  await openTicket(page, wallet)
  await page.locator("summary", { hasText: "Trade settings" }).click()
  await page.getByLabel("Approve unlimited USDB").check()
  await pay(page, "10")
  await approveAndBuy(page)
  await expect(page.getByText(/^Bought/)).toBeVisible()
  expect(await allowanceOf(contracts.usdb, wallet.account.address)).toBe(2n ** 256n - 1n)
  await pay(page, "10")
  await expect(page.getByRole("button", { name: "Buy CORAL", exact: true })).toBeEnabled()
})

test("says that the price moved before anything is signed", async ({ page, wallet }) => {
  const token = await openTicket(page, wallet)
  const rival = await freshAccount()
  await claimUsdb(rival)
  await pay(page, "10")
  await buy(rival, token, 100n * WAD)
  await expect(page.getByText(/^Price moved/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Approve and buy CORAL" })).toBeDisabled()
  expect(wallet.requests).not.toContain("eth_sendTransaction")
  await page.getByRole("button", { name: "Accept new price" }).click()
  await approveAndBuy(page)
  await expect(page.getByText(/^Bought/)).toBeVisible()
})

test("goes from a trade to its transaction, and to the next trade", async ({ page, wallet }) => {
  await openTicket(page, wallet)
  await pay(page, "10")
  await approveAndBuy(page)
  const summary = page.getByTestId("trade-summary")
  await expect(summary.getByRole("link", { name: "View transaction" })).toHaveAttribute(
    "href",
    /^\/tx\/0x[0-9a-f]{64}$/,
  )
  await summary.getByRole("button", { name: "Sell" }).click()
  await expect(page.getByLabel("You sell")).toBeEnabled()
  await expect(summary).toBeHidden()
})

test("buys nothing when the wallet declines the approval", async ({ page, wallet }) => {
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  wallet.decline("eth_sendTransaction")
  await approveAndBuy(page)
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  expect(await allowanceOf(contracts.usdb, wallet.account.address)).toBe(0n)
  expect(await balanceOf(token, wallet.account.address)).toBe(0n)
})

test("keeps the exact approval when the wallet declines the trade, and needs no second one", async ({
  page,
  wallet,
}) => {
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  wallet.beforeSend = async () => wallet.decline("eth_sendTransaction")
  await approveAndBuy(page)
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  expect(await allowanceOf(contracts.usdb, wallet.account.address)).toBe(10n * WAD)
  wallet.beforeSend = null
  await page.getByRole("button", { name: "Buy CORAL" }).click()
  await expect(page.getByText(/^Bought/)).toBeVisible()
  expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
})

test("explains a trade that the chain reverts because the price moved", async ({
  page,
  wallet,
}) => {
  const token = await openTicket(page, wallet)
  const rival = await freshAccount()
  await claimUsdb(rival)
  await pay(page, "10")
  let sent = 0
  wallet.beforeSend = async () => {
    sent += 1
    // The approval passes; before the trade somebody else buys.
    if (sent === 2) await buy(rival, token, 100n * WAD)
  }
  await approveAndBuy(page)
  await expect(
    page.getByText("The price moved beyond your slippage tolerance."),
  ).toBeVisible()
  await expect(page.getByText("Code InsufficientOutput")).toBeVisible()
  expect(await balanceOf(token, wallet.account.address)).toBe(0n)
})

test("finds a trade that cannot succeed before the wallet is asked", async ({ page, wallet }) => {
  const token = await openTicket(page, wallet)
  const rival = await freshAccount()
  await claimUsdb(rival)
  await pay(page, "10")
  // Somebody else buys right after the approval, before the trade is simulated.
  wallet.beforeSend = () => buy(rival, token, 100n * WAD)
  await approveAndBuy(page)
  await expect(page.getByText("Code InsufficientOutput")).toBeVisible()
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(1)
})

test("keeps wallets off a frozen token that are not on its whitelist", async ({ page, wallet }) => {
  await openTicket(page, wallet, { isFrozen: true })
  await page.getByLabel("You pay").fill("10")
  await expect(
    page.getByText("This token is frozen and your wallet is not on its whitelist."),
  ).toBeVisible()
  await expect(page.getByRole("button", { name: "Approve and buy CORAL" })).toBeDisabled()
})

test("says what is wrong with an amount", async ({ page, wallet }) => {
  await openTicket(page, wallet)
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
})

test.describe("an impact on the price", () => {
  // A pool of 100 USDB: what is paid moves it by half as many percent, roughly.
  const shallow = { startLiquidity: 100n }

  test("is a word from 3 % on, and strong from 5 %", async ({ page, wallet }) => {
    await openTicket(page, wallet, shallow)
    await pay(page, "4")
    await expect(page.getByText(/^Price impact of 3/)).toBeVisible()
    await pay(page, "7")
    await expect(page.getByText(/^High price impact/)).toBeVisible()
    await expect(page.getByRole("button", { name: "Approve and buy CORAL" })).toBeEnabled()
  })

  test("has to be confirmed in writing from 10 % on", async ({ page, wallet }) => {
    const token = await openTicket(page, wallet, shallow)
    await pay(page, "14")
    await expect(page.getByTestId("quote-lines").getByText("severe")).toBeVisible()
    const button = page.getByRole("button", { name: "Approve and buy CORAL" })
    await expect(button).toBeDisabled()
    await page.getByLabel("Type “confirm”").fill("confirm")
    await button.click()
    await expect(page.getByText(/^Bought/)).toBeVisible()
    expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  })

  test("is refused from 15 % on, unless it was allowed", async ({ page, wallet }) => {
    await openTicket(page, wallet, shallow)
    await pay(page, "100")
    const refusal = page.getByText("This trade would move the price by 15% or more against you.")
    await expect(refusal).toBeVisible()
    await page.locator("summary", { hasText: "Trade settings" }).click()
    await page.getByLabel("Allow extreme price impact").check()
    await expect(refusal).toBeHidden()
    const button = page.getByRole("button", { name: "Approve and buy CORAL" })
    await expect(button).toBeDisabled()
    await page.getByLabel("Type “confirm”").fill("confirm")
    await expect(button).toBeEnabled()
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test("the ticket rises as a sheet from the bar, and trades", async ({ page, wallet }) => {
    const token = await launchToken(await freshAccount(), { symbol: "CORAL" })
    await claimUsdbFor(wallet)
    await page.goto(`/tokens/${token}`)
    await connect(page, wallet)
    const bar = page.getByRole("region", { name: "Trade CORAL" })
    await expect(bar).toBeInViewport()
    await bar.getByRole("button", { name: "Buy" }).click()
    const sheet = page.getByRole("dialog", { name: "Trade CORAL" })
    const field = sheet.getByLabel("You pay")
    await expect(field).toBeEnabled()
    await expect(field).not.toBeFocused()
    await expect(field).toHaveAttribute("inputmode", "decimal")
    await field.fill("10")
    await expect(sheet.getByText("Quote confirmed by the router")).toBeVisible()
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    // What lies behind the sheet cannot be pressed at all.
    const small = (await smallTargets(page)).filter((target) => !target.endsWith(": 0 × 0"))
    expect(small).toEqual([])
    await sheet.getByRole("button", { name: "Approve and buy CORAL" }).click()
    await expect(sheet.getByText(/^Bought/)).toBeVisible()
    await sheet.getByRole("button", { name: "Close" }).click()
    await expect(sheet).toBeHidden()
    await bar.getByRole("button", { name: "Sell" }).click()
    await expect(sheet.getByLabel("You sell")).toBeEnabled()
    expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  })
})

test("says that the chain cannot be reached, and trades when it can again", async ({
  page,
  wallet,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_CONNECTION_REFUSED/)
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  const restore = await disconnectNode(page)
  await approveAndBuy(page)
  // Before it fails it is tried again: a chain that is back by then gets the trade.
  await expect(page.getByText("Approve: failed")).toBeVisible()
  await expect(page.getByText("The chain cannot be reached.").first()).toBeVisible()
  expect(wallet.requests).not.toContain("eth_sendTransaction")
  restore()
  await approveAndBuy(page)
  await expect(page.getByText(/^Bought/)).toBeVisible()
  expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
})

test("waits through an outage of the node after sending", async ({
  page,
  wallet,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_CONNECTION_REFUSED/)
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  let restore = () => {}
  let sent = 0
  wallet.beforeSend = async () => {
    sent += 1
    if (sent === 2) restore = await disconnectNode(page)
  }
  await approveAndBuy(page)
  await expect.poll(() => balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  await isSent(page)
  restore()
  await expect(page.getByText(/^Bought/)).toBeVisible()
})

test("goes on waiting for a sent trade after a reload", async ({ page, wallet, context }) => {
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  let see = async () => {}
  let sent = 0
  wallet.beforeSend = async () => {
    sent += 1
    // The approval passes; of the trade the page's node knows nothing yet.
    if (sent === 2) see = await hideTransactions(context)
  }
  await approveAndBuy(page)
  await expect.poll(() => balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  await isSent(page)
  await page.reload()
  await isSent(page)
  await expect(page.getByLabel("You pay")).toBeDisabled()

  await see()
  const bought = formatAmount(await balanceOf(token, wallet.account.address))
  await expect(page.getByText(`Bought ${bought} CORAL`)).toBeVisible()
  await page.reload()
  await expect(page.getByText("Balance 90")).toBeVisible()
  await expect(page.getByTestId("trade-summary")).toBeHidden()
})

test("shows a trade that is under way in a second tab, too", async ({ page, wallet, context }) => {
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  let see = async () => {}
  let sent = 0
  wallet.beforeSend = async () => {
    sent += 1
    if (sent === 2) see = await hideTransactions(context)
  }
  await approveAndBuy(page)
  await isSent(page)
  const second = await context.newPage()
  await second.goto(`/tokens/${token}`)
  await isSent(second)
  await expect(second.getByLabel("You pay")).toBeDisabled()
  await see()
  for (const tab of [page, second]) await expect(tab.getByText(/^Bought/)).toBeVisible()
  expect(await balanceOf(contracts.usdb, wallet.account.address)).toBe(90n * WAD)
})

test("follows a sent sale after a reload on its own side", async ({ page, wallet, context }) => {
  const token = await openTicket(page, wallet)
  await buy(wallet.account, token, 10n * WAD)
  await page.getByRole("button", { name: "Sell", exact: true }).click()
  await expect(page.getByRole("button", { name: "Use all CORAL" })).toBeEnabled()
  await prepareSale(page)
  let see = async () => {}
  let sent = 0
  wallet.beforeSend = async () => {
    sent += 1
    if (sent === 2) see = await hideTransactions(context)
  }
  await page.getByRole("button", { name: "Approve and sell CORAL" }).click()
  await expect.poll(() => balanceOf(token, wallet.account.address)).toBe(0n)
  await isSent(page)
  await page.reload()
  await isSent(page)
  await expect(page.getByLabel("You sell")).toBeDisabled()
  await see()
  await expect(page.getByText(/^Sold for/)).toBeVisible()
  expect(await balanceOf(token, wallet.account.address)).toBe(0n)
})

test("calls a trade final that the index cannot take yet", async ({
  page,
  wallet,
  expectedNoise,
}) => {
  expectedNoise.push(/\/api\/v1\/sync\)$/)
  const token = await openTicket(page, wallet)
  await page.route("**/api/v1/sync", (route) =>
    route.fulfill({ status: 400, json: { error: "No", code: "INVALID_TX_HASH", requestId: "x" } }),
  )
  await pay(page, "10")
  await approveAndBuy(page)
  await expect(page.getByText("Not indexed yet: lists will show the trade shortly")).toBeVisible()
  expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
})

test("keeps its labels whole beside a very long symbol", async ({ page, wallet }) => {
  const symbol = "W".repeat(32)
  const token = await launchToken(await freshAccount(), { symbol })
  await claimUsdbFor(wallet)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/tokens/${token}`)
  await connect(page, wallet)
  const bar = page.getByRole("region", { name: `Trade ${symbol}` })
  await bar.getByRole("button", { name: "Buy" }).click()
  const sheet = page.getByRole("dialog")
  await expect(sheet.getByLabel("You pay")).toBeEnabled()
  await sheet.getByLabel("You pay").fill("10")
  await expect(sheet.getByText("Quote confirmed by the router")).toBeVisible()
  const oneLine = async (label: string) => {
    const box = await sheet.getByText(label).first().boundingBox()
    expect(box?.height, label).toBeLessThanOrEqual(30)
    expect(box?.width, label).toBeGreaterThan(50)
  }
  for (const label of ["You pay", "You receive", "Minimum received", "Price impact"]) {
    await oneLine(label)
  }
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await sheet.getByRole("button", { name: "Sell", exact: true }).click()
  await oneLine("You sell")
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  const field = await sheet.getByLabel("You sell").boundingBox()
  expect(field?.width).toBeGreaterThan(120)
})

test("trades TIDE in its own pool", async ({ page, wallet }) => {
  await claimUsdbFor(wallet)
  const { mainToken } = contracts
  await page.goto(`/tokens/${mainToken}`)
  await connect(page, wallet)
  await pay(page, "10")
  await page.getByRole("button", { name: "Approve and buy TIDE" }).click()
  await expect(page.getByText(/^Bought/)).toBeVisible()
  expect(await balanceOf(mainToken satisfies Address, wallet.account.address)).toBeGreaterThan(0n)
})
