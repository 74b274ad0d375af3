import type { Page } from "@playwright/test"
import { type Address, encodeFunctionData, erc20Abi, maxUint256, parseEther } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { balanceOf, contracts, freshAccount, mine, reader, send } from "./helpers/chain"
import {
  buyShares,
  claimBounty,
  createMarket,
  createPrivateMarket,
  decide,
  dispute,
  donate,
  fillOrder,
  fundForMarkets,
  listShares,
  type MarketKey,
  propose,
  redeem,
  sharesOf,
  stake,
  vote,
} from "./helpers/markets"
import { shortenPeriods } from "./helpers/periods"
import { stack } from "./helpers/stack"
import { connect, expect, test } from "./helpers/test"
import { switchAccount, type TestWallet } from "./helpers/wallet"

/** A page that follows the chain needs some of them for each press. */
const PERIODS = { challenge: 15n, voting: 6n, veto: 6n, privateVoting: 8n }
const BOND = parseEther("5")
const [YES, NO] = [0, 1]

let restore = async () => {}

test.beforeAll(async () => {
  restore = await shortenPeriods(PERIODS)
})

test.afterAll(() => restore())

/** Three traders with USDB, the first of them in the browser. */
async function traders(wallet: TestWallet) {
  const all = [wallet.account, await freshAccount(), await freshAccount()] as const
  for (const account of all) await fundForMarkets(account, "1000")
  return all
}

async function buyTide(account: PrivateKeyAccount) {
  const { usdb, mainToken, swap } = contracts
  const approval = { abi: erc20Abi, functionName: "approve", args: [swap, maxUint256] } as const
  await send(account, usdb, encodeFunctionData(approval))
  const args = [parseEther("100"), 0n, [usdb, mainToken], false] as const
  await send(account, swap, encodeFunctionData({ abi: swapAbi, functionName: "buyTokens", args }))
}

const usdbOf = (owner: Address) => balanceOf(contracts.usdb, owner)

/** Everybody who can hold USDB that enters a market: nothing may be lost between them. */
async function total(people: readonly PrivateKeyAccount[], { token }: MarketKey) {
  const { marketTrading, privateMarket, resolver, taxes } = stack.contracts
  const insurance = await reader.readContract({
    address: toAddress(marketTrading),
    abi: marketTradingAbi,
    functionName: "insurance",
  })
  const places = [marketTrading, privateMarket, resolver, taxes, token, contracts.swap]
  const wallets = [...people.map(({ address }) => address), ...places, contracts.mainToken]
  const owners = new Set([...wallets, insurance].map((each) => each.toLowerCase()))
  const balances = await Promise.all([...owners].map((owner) => usdbOf(toAddress(owner))))
  return balances.reduce((sum, balance) => sum + balance, 0n)
}

async function redeemable({ token, isPrivate }: MarketKey, owner: Address) {
  const { marketTrading, privateMarket } = stack.contracts
  const address = toAddress(isPrivate ? privateMarket : marketTrading)
  const abi = marketTradingAbi
  const [own, pool] = await Promise.all([
    reader.readContract({ address, abi, functionName: "getRedeemable", args: [token, owner] }),
    reader.readContract({ address, abi, functionName: "getPool", args: [token] }),
  ])
  return { own, pool }
}

const section = (page: Page) => page.locator("#resolution")

type Choice = { outcome?: string; confirm?: string }

/** Presses a step, chooses the outcome, and confirms what was explained. */
async function act(page: Page, step: RegExp, { outcome, confirm = "Make final" }: Choice = {}) {
  const button = section(page).getByRole("button", { name: step })
  await expect(async () => {
    // Time passes for contracts with each block.
    await mine(1)
    await expect(button).toBeEnabled({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await button.click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByText("Money at stake")).toBeVisible()
  await expect(dialog.getByText("What happens next")).toBeVisible()
  if (outcome) await dialog.getByLabel("Outcome").selectOption({ label: outcome })
  await dialog.getByRole("button", { name: confirm, exact: true }).click()
}

test("a dispute goes through its vote to the payout, to the wei", async ({ page, wallet }) => {
  test.setTimeout(180_000)
  const [alice, bob, carol] = await traders(wallet)
  for (const account of [bob, carol]) await buyTide(account)
  await stake(bob, contracts.mainToken)
  const market = await createMarket(alice, { name: "Does the ferry sail on Friday?" })
  const people = [alice, bob, carol]
  const before = await total(people, market)

  await buyShares(alice, market, YES, "100")
  await buyShares(bob, market, NO, "60")
  await buyShares(carol, market, YES, "40")
  const listed = (await sharesOf(market, alice.address, YES)) / 2n
  await listShares(alice, market, YES, listed, "0.45")
  await fillOrder(carol, market, 0n, listed / 3n)
  await donate(bob, market, "30", "bounty")

  await page.goto(`/markets/${market.token}#resolution`)
  await connect(page, wallet)
  const held = await usdbOf(alice.address)
  await act(page, /^Propose:/, { outcome: "Yes", confirm: "Propose “Yes”" })
  await expect(section(page).getByText("proposed Yes, bond 5 USDB")).toBeVisible({
    timeout: 20_000,
  })
  expect(await usdbOf(alice.address)).toBe(held - BOND)

  await dispute(bob, market, NO)
  await expect(section(page).getByText("disputed: No, bond 5 USDB")).toBeVisible()
  // The conflict of interest of who disputes is in plain view.
  await expect(
    section(page)
      .getByText(/^holds [\d.,]+ No$/)
      .first(),
  ).toBeVisible()

  await switchAccount(page, wallet, carol)
  const tide = await balanceOf(contracts.mainToken, carol.address)
  await act(page, /^Stake:/, { confirm: "Approve and stake 5 TIDE" })
  await expect
    .poll(() => balanceOf(contracts.mainToken, carol.address), { timeout: 20_000 })
    .toBe(tide - BOND)
  await act(page, /^Vote:/, { outcome: "Yes", confirm: "Vote “Yes”" })
  await expect(section(page).getByText(/1 of 2 votes/)).toBeVisible({ timeout: 20_000 })
  await vote(bob, market, YES)
  await expect(section(page).getByText(/2 of 2 votes/)).toBeVisible()

  await act(page, /^Make final: Make the vote final/)
  await expect(section(page).getByText("made Yes final")).toBeVisible({ timeout: 30_000 })
  // The proposer was right, and has both bonds.
  expect(await usdbOf(alice.address)).toBe(held + BOND)
  // What carol voted for has won: half of the bounty is hers.
  const claimed = await usdbOf(carol.address)
  await section(page)
    .getByRole("button", { name: /^Claim:/ })
    .click()
  await expect.poll(() => usdbOf(carol.address), { timeout: 20_000 }).toBeGreaterThan(claimed)
  await claimBounty(bob, market)

  await switchAccount(page, wallet, alice)
  const [ofAlice, ofCarol] = [
    await redeemable(market, alice.address),
    await redeemable(market, carol.address),
  ]
  expect(ofAlice.pool - ofAlice.own - ofCarol.own).toBeLessThan(2n)
  await page.goto(`/portfolio/${alice.address.toLowerCase()}?tab=markets`)
  await expect(page.getByText("Does the ferry sail on Friday?").first()).toBeVisible()
  const owned = await usdbOf(alice.address)
  await page.getByRole("button", { name: /^Redeem [\d.,]+ USDB$/ }).click()
  await expect.poll(() => usdbOf(alice.address), { timeout: 20_000 }).toBe(owned + ofAlice.own)
  await redeem(carol, market)
  expect(await total(people, market)).toBe(before)

  await page.goto(`/portfolio/${alice.address.toLowerCase()}?tab=log`)
  await expect(page.getByText("Redeemed")).toBeVisible()
  await expect(page.getByText("Bond back")).toBeVisible()
  await expect(page.getByText("Does the ferry sail on Friday?").first()).toBeVisible()
})

test("a veto hands the decision to the operator", async ({ page, wallet }) => {
  test.setTimeout(120_000)
  const [alice, bob, carol] = await traders(wallet)
  for (const account of [bob, carol]) {
    await buyTide(account)
    await stake(account, contracts.mainToken)
  }
  const market = await createMarket(alice, { name: "Is the lighthouse lit at noon?" })
  await buyShares(alice, market, YES, "50")
  await buyShares(bob, market, NO, "50")
  const before = await total([alice, bob, carol], market)
  await propose(bob, market, NO)
  await dispute(carol, market, YES)
  await vote(bob, market, YES)
  await vote(carol, market, YES)

  await page.goto(`/markets/${market.token}#resolution`)
  await connect(page, wallet)
  const held = await usdbOf(alice.address)
  await act(page, /^Veto:/, { outcome: "Invalid", confirm: "Veto “Invalid”" })
  await expect(section(page).getByText("The operator of the platform decides.")).toBeVisible({
    timeout: 20_000,
  })
  // Nobody but the operator is offered the decision.
  await expect(section(page).getByRole("button", { name: /^Decide:/ })).toBeHidden()
  await decide(market, 254)
  await expect(section(page).getByText("made Invalid final")).toBeVisible({ timeout: 20_000 })
  // The vetoer was right alone, and has all three bonds.
  expect(await usdbOf(alice.address)).toBe(held + 2n * BOND)
  // Stakes come back, net of tax: 98.5% of 50 USDB.
  expect((await redeemable(market, alice.address)).own).toBe(parseEther("49.25"))
  await redeem(alice, market)
  await redeem(bob, market)
  expect(await total([alice, bob, carol], market)).toBe(before)
})

test("an uncontested proposal becomes final by anybody", async ({ page, wallet }) => {
  test.setTimeout(120_000)
  const [alice, bob, carol] = await traders(wallet)
  const market = await createMarket(alice, { name: "Does the tide turn before six?" })
  await buyShares(carol, market, NO, "20")
  const before = await total([alice, bob, carol], market)
  await propose(bob, market, NO)
  await page.goto(`/markets/${market.token}#resolution`)
  await connect(page, wallet)
  const final = section(page).getByRole("button", { name: /^Make final:/ })
  await expect(final).toBeDisabled()
  await expect(section(page).getByText("It can still be disputed.")).toBeVisible()
  const held = await usdbOf(bob.address)
  await act(page, /^Make final:/)
  await expect(section(page).getByText("made No final")).toBeVisible({ timeout: 30_000 })
  expect(await usdbOf(bob.address)).toBeGreaterThanOrEqual(held + BOND)
  const { own, pool } = await redeemable(market, carol.address)
  expect(own).toBe(pool)
  await switchAccount(page, wallet, carol)
  const owned = await usdbOf(carol.address)
  await page.getByRole("button", { name: /^Redeem [\d.,]+ USDB$/ }).click()
  await expect.poll(() => usdbOf(carol.address), { timeout: 20_000 }).toBe(owned + own)
  await expect(page.getByText("You have redeemed")).toBeVisible()
  expect(await total([alice, bob, carol], market)).toBe(before)
})

test("a private market is decided by the voters its creator names", async ({ page, wallet }) => {
  test.setTimeout(150_000)
  const [alice, bob, carol] = await traders(wallet)
  const market = await createPrivateMarket(alice, {
    name: "Do we sail on Sunday?",
    isEvent: true,
    seed: "10",
  })
  await page.goto(`/markets/${market.token}#resolution`)
  await connect(page, wallet)
  await page.getByLabel("Voter").fill(bob.address)
  await page.getByRole("button", { name: "Admit this voter" }).click()
  await expect(page.getByText("The voters have changed")).toBeVisible({ timeout: 20_000 })
  await page.getByLabel("Buyers").fill(`${bob.address}\n${carol.address}`)
  await page.getByRole("button", { name: "Admit 2 buyers" }).click()
  await expect(page.getByText("The buyers have changed")).toBeVisible({ timeout: 20_000 })
  const before = await total([alice, bob, carol], market)
  await buyShares(carol, market, YES, "25")
  await buyShares(bob, market, NO, "25")
  await donate(bob, market, "9", "bounty")

  await act(page, /^Vote:/, { outcome: "No", confirm: "Vote “No”" })
  await expect(section(page).getByText("1 of 1 · 100%")).toBeVisible({ timeout: 20_000 })
  // A vote can be changed while voting is open.
  await vote(alice, market, YES)
  await vote(bob, market, YES)
  await act(page, /^Make final:/)
  await expect(section(page).getByText("made Yes final")).toBeVisible({ timeout: 30_000 })
  const held = await usdbOf(alice.address)
  await section(page)
    .getByRole("button", { name: /^Claim:/ })
    .click()
  await expect.poll(() => usdbOf(alice.address), { timeout: 20_000 }).toBeGreaterThan(held)
  await claimBounty(bob, market)
  const { own, pool } = await redeemable(market, carol.address)
  expect(own).toBe(pool)
  await redeem(carol, market)
  expect(await total([alice, bob, carol], market)).toBe(before)
})
