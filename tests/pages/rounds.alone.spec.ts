import type { Page } from "@playwright/test"
import { parseEther } from "viem"
import { formatUsdb } from "@/components/updown/labels"
import { balanceOf, contracts, freshAccount } from "./helpers/chain"
import {
  betOf,
  cancelRound,
  decideRound,
  fundForRounds,
  moveToEnd,
  openRound,
  placeBet,
  refreshPrices,
  setPrice,
  settleRound,
} from "./helpers/rounds"
import { horizontalOverflow } from "./helpers/scrolling"
import { deepTest, expect, rememberWallet, test } from "./helpers/test"
import type { TestWallet } from "./helpers/wallet"

/** The clock of the chain moves with every test: never back. */
test.describe.configure({ mode: "serial" })

/** Seconds left that a test needs before the end of its round. */
const ENOUGH = 150

const ticket = (page: Page) => page.getByRole("complementary", { name: "Bet" })
const usdbOf = ({ account }: TestWallet) => balanceOf(contracts.usdb, account.address)

async function openTicket(page: Page, wallet: TestWallet, path: string) {
  await rememberWallet(page, wallet)
  await page.goto(path)
  await expect(ticket(page).getByText(/^Balance /)).toBeVisible()
}

async function bet(page: Page, side: "Up" | "Down", usdb: string) {
  await ticket(page)
    .getByRole("button", { name: new RegExp(`^${side}`) })
    .click()
  await ticket(page).getByLabel("Your bet").fill(usdb)
  await ticket(page)
    .getByRole("button", { name: `Bet ${usdb} USDB on ${side}` })
    .click()
  await expect(ticket(page).getByText(/^Your bet is in round \d/)).toBeVisible()
}

test("bets, adds, wins and collects: what was shown is what is paid", { tag: "@long" }, async ({
  page,
  wallet,
}) => {
  test.setTimeout(150_000)
  await refreshPrices()
  const round = await openRound("btc", 0, ENOUGH)
  const rival = await freshAccount()
  for (const account of [wallet.account, rival]) await fundForRounds(account, "100")
  await placeBet(rival, { asset: "btc", tf: 0, side: "down", usdb: "40" })
  await openTicket(page, wallet, "/rounds/btc/5m")
  // No amount is chosen for anybody, and a side against which nobody has bet says so before there is one.
  await expect(ticket(page).getByLabel("Your bet")).toHaveValue("")
  await expect(ticket(page).getByText(/^Nobody has bet on/)).toBeHidden()
  await ticket(page).getByRole("button", { name: /^Down/ }).click()
  await expect(ticket(page).getByText("Nobody has bet on Up yet")).toBeVisible()
  await bet(page, "Up", "10")
  await expect(page.getByTestId("held-stake")).toContainText("You are in with 10.00 USDB on Up")
  await ticket(page).getByRole("button", { name: /^Down/ }).click()
  await ticket(page).getByLabel("Your bet").fill("5")
  await expect(ticket(page).getByText("You have bet on Up in this round.")).toBeVisible()
  await bet(page, "Up", "5")
  await expect(page.getByTestId("held-stake")).toContainText("You are in with 15.00 USDB on Up")
  const held = await betOf(wallet.account.address, "btc", 0, round.id)
  expect(held).toMatchObject({ side: "up", amount: parseEther("15"), isClaimed: false })

  await page.evaluate(() => Reflect.set(window, "stillTheSamePage", true))
  const before = await usdbOf(wallet)
  const shown = await page.getByTestId("held-stake").textContent()
  await decideRound("btc", 0, round.startPrice + 10)
  // Nothing is pushed in under the reader's finger.
  await expect(page.getByTestId("new-rounds")).toHaveText(`Round ${round.id} is decided.`)
  await expect(page.locator(`[data-round="${round.id}"]`)).toHaveCount(0)
  await page.getByRole("button", { name: "Show", exact: true }).click()
  const card = page.locator(`[data-round="${round.id}"]`)
  await expect(card).toContainText("Up won")
  const { payout } = await betOf(wallet.account.address, "btc", 0, round.id)
  const [paid, gain] = [formatUsdb(payout), formatUsdb(payout - parseEther("15"))]
  expect(shown).toContain(`It pays ${paid} USDB if the price ends higher.`)
  await expect(card.getByTestId("own-result")).toContainText(`Won: ${paid} USDB, +${gain}.`)
  await expect(page.getByText(`You won ${paid} USDB`, { exact: true })).toBeVisible()

  await page.getByRole("button", { name: `Collect 1 round: ${paid} USDB` }).click()
  await expect(page.getByText("Collected", { exact: true })).toBeVisible()
  expect(await usdbOf(wallet)).toBe(before + payout)
  await expect(card.getByTestId("own-result")).toContainText("Collected.")
  await expect(page.getByTestId("own-record")).toContainText(`+${gain} USDB`)
  expect(await page.evaluate(() => Reflect.get(window, "stillTheSamePage"))).toBe(true)
  // The toast comes once.
  await page.goto("/faucet")
  await expect(page.getByText(`You won ${paid} USDB`, { exact: true })).toBeHidden()
})

deepTest(
  "loses, and is refunded when the price is equal and when none comes",
  async ({ page, wallet }) => {
    test.setTimeout(180_000)
    await refreshPrices()
    const first = await openRound("eth", 0, ENOUGH)
    const rival = await freshAccount()
    for (const account of [wallet.account, rival]) await fundForRounds(account, "100")
    await placeBet(rival, { asset: "eth", tf: 0, side: "up", usdb: "20" })
    await openTicket(page, wallet, "/rounds/eth/5m?side=down")
    await bet(page, "Down", "10")
    await decideRound("eth", 0, first.startPrice + 1)

    const second = await openRound("eth", 0)
    await placeBet(wallet.account, { asset: "eth", tf: 0, side: "up", usdb: "7" })
    await decideRound("eth", 0, second.startPrice)

    const third = await openRound("eth", 0)
    await placeBet(wallet.account, { asset: "eth", tf: 0, side: "up", usdb: "8" })
    await cancelRound("eth", 0)
    await refreshPrices()
    await openRound("eth", 0)

    await page.reload()
    const cardOf = (id: bigint) => page.locator(`[data-round="${id}"]`)
    await expect(cardOf(first.id).getByTestId("own-result")).toContainText("Lost: −10.00 USDB.")
    await expect(cardOf(second.id)).toContainText("The price was equal. All stakes are refunded.")
    await expect(cardOf(third.id)).toContainText("The feed had no price in time.")
    const before = await usdbOf(wallet)
    await page.getByRole("button", { name: "Collect 2 rounds: 15.00 USDB" }).click()
    await expect(page.getByText("Collected", { exact: true })).toBeVisible()
    expect(await usdbOf(wallet)).toBe(before + parseEther("15"))
    const record = page.getByTestId("own-record")
    await expect(record).toContainText("−10.00 USDB")
    await expect(record).toContainText("Refunded2")
  },
)

deepTest(
  "after the end no bet is sent; anybody settles, and the page goes on with the next round",
  async ({ page, wallet }) => {
    test.setTimeout(150_000)
    await refreshPrices()
    const round = await openRound("bnb", 0, ENOUGH)
    await fundForRounds(wallet.account, "100")
    await openTicket(page, wallet, "/rounds/bnb/5m")
    await ticket(page).getByLabel("Your bet").fill("10")
    const press = ticket(page).getByRole("button", { name: "Bet 10 USDB on Up" })
    await expect(press).toBeEnabled()
    await moveToEnd("bnb", 0)
    await expect(ticket(page).getByText("Betting on this round has ended.")).toBeVisible()
    await expect(press).toBeDisabled()
    await expect(page.getByTestId("running-round")).toContainText("Waiting for the price")

    await setPrice("bnb", round.startPrice - 1)
    await settleRound("bnb", 0, round.id)
    // What was typed is kept for the next round, which begins at the price that decided.
    await expect(page.getByTestId("running-round")).toContainText(`Start of round ${round.id + 1n}`)
    await expect(press).toBeEnabled()
    await expect(ticket(page).getByLabel("Your bet")).toHaveValue("10")
    await bet(page, "Up", "10")
    const placed = await betOf(wallet.account.address, "bnb", 0, round.id + 1n)
    expect(placed).toMatchObject({ side: "up", amount: parseEther("10") })
  },
)

deepTest(
  "the matrix names payouts, time and own bets, and opens the ticket with one press",
  async ({ page, wallet }) => {
    await refreshPrices()
    const round = await openRound("doge", 2, ENOUGH)
    await fundForRounds(wallet.account, "100")
    await placeBet(wallet.account, { asset: "doge", tf: 2, side: "up", usdb: "12" })
    await rememberWallet(page, wallet)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto("/rounds")
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    const cell = page.getByTestId("cell-doge-1h")
    await expect(cell).toBeHidden()
    await page.getByRole("button", { name: "1h", exact: true }).click()
    await expect(cell.getByTestId("own-bet")).toHaveText("You: 12.00 USDB on Up")
    await expect(cell.getByRole("timer")).toContainText(/min|h/)
    await cell.getByRole("link", { name: /^Down/ }).click()
    const dialog = page.getByRole("dialog")
    await expect(dialog).toContainText("You have bet on Up in this round.")
    await dialog.getByRole("button", { name: /^Up/ }).click()
    await dialog.getByLabel("Your bet").fill("3")
    await dialog.getByRole("button", { name: "Bet 3 USDB on Up" }).click()
    await expect(dialog.getByText(/^Your bet is in round \d/)).toBeVisible()
    const placed = await betOf(wallet.account.address, "doge", 2, round.id)
    expect(placed.amount).toBe(parseEther("15"))
  },
)
