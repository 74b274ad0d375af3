import { readFile } from "node:fs/promises"
import { parseEther } from "viem"
import { contracts } from "./helpers/chain"
import {
  buyShares,
  createMarket,
  createPrivateMarket,
  EARLY,
  finalize,
  fundForMarkets,
  propose,
  stake,
  vote,
} from "./helpers/markets"
import { shortenPeriods } from "./helpers/periods"
import {
  BOND,
  buyTide,
  createTraders,
  NO,
  PERIODS,
  redeemableOf,
  resolutionSection,
  retryUntilAccepted,
  takeStep,
  tideOf,
  totalUsdb,
  usdbOf,
  YES,
} from "./helpers/resolution"
import { connect, deepTest, expect, test } from "./helpers/test"
import { switchAccount } from "./helpers/wallet"

let restore = async () => {}

test.beforeAll(async () => {
  // Nobody changes a vote here.
  restore = await shortenPeriods({ ...PERIODS, privateVoting: 4n })
})

test.afterAll(() => restore())

deepTest(
  "a vote that it is too early begins a new round and pays who saw it",
  async ({ page, wallet }) => {
    test.setTimeout(180_000)
    const [alice, bob, carol] = await createTraders(wallet)
    for (const account of [alice, carol]) await buyTide(account)
    await stake(carol, contracts.mainToken)
    const market = await createMarket(bob, { name: "Has the eclipse been seen?" })
    const before = await totalUsdb([alice, bob, carol], market)
    await buyShares(bob, market, YES, "40")
    await propose(bob, market, YES)

    await page.goto(`/markets/${market.token}#resolution`)
    await connect(page, wallet)
    const held = await usdbOf(alice.address)
    await takeStep(page, /^Dispute:/, {
      outcome: "Too early to say",
      confirm: "Dispute “Too early to say”",
    })
    await expect(
      resolutionSection(page).getByText("disputed: Too early to say, bond 5 USDB"),
    ).toBeVisible()

    // A stake without a vote can be taken back at any time.
    const tide = await tideOf(alice.address)
    await takeStep(page, /^Stake:/, { confirm: "Approve and stake 5 TIDE" })
    await expect.poll(() => tideOf(alice.address)).toBe(tide - BOND)
    await resolutionSection(page)
      .getByRole("button", { name: /^Unstake:/ })
      .click()
    await expect.poll(() => tideOf(alice.address)).toBe(tide)
    await takeStep(page, /^Stake:/, { confirm: "Approve and stake 5 TIDE" })
    await takeStep(page, /^Vote:/, {
      outcome: "Too early to say",
      confirm: "Vote “Too early to say”",
    })
    await expect(resolutionSection(page).getByText(/1 of 2 votes/)).toBeVisible()
    await expect(
      resolutionSection(page).getByText(
        /^Locked for 24 hours after a vote, and until its dispute is over/,
      ),
    ).toBeVisible()
    await expect(resolutionSection(page).getByRole("button", { name: /^Unstake:/ })).toBeDisabled()
    await vote(carol, market, EARLY)

    await takeStep(page, /^Finalize: Finalize the vote/)
    await expect(resolutionSection(page).getByText("Round 1: too early to say")).toBeVisible()
    await expect(resolutionSection(page).getByRole("button", { name: /^Propose:/ })).toBeEnabled()
    // The bond is back with a quarter of the proposer's; the voters share another, and half is lost.
    const disputed = held + BOND / 4n
    expect(await usdbOf(alice.address)).toBe(disputed)
    await resolutionSection(page)
      .getByRole("button", { name: /^Claim: Bounty of 0.625 USDB/ })
      .click()
    await expect.poll(() => usdbOf(alice.address)).toBe(disputed + BOND / 8n)
    await expect(resolutionSection(page).getByRole("button", { name: /^Claim:/ })).toBeHidden()

    await switchAccount(page, wallet, carol)
    await resolutionSection(page)
      .getByRole("button", { name: /^Claim: Bounty of 0.625 USDB/ })
      .click()
    await expect(resolutionSection(page).getByRole("button", { name: /^Claim:/ })).toBeHidden()
    expect(await totalUsdb([alice, bob, carol], market)).toBe(before)
  },
)

deepTest("redeems what several markets owe with one press", async ({ page, wallet }) => {
  test.setTimeout(120_000)
  const { account } = wallet
  await fundForMarkets(account, "1000")
  const open = (name: string) => createPrivateMarket(account, { name, seed: "10" })
  const markets = [await open("Do the gulls come back?"), await open("Do the seals come back?")]
  for (const market of markets) {
    await buyShares(account, market, NO, "20")
    await vote(account, market, NO)
  }
  for (const market of markets) await retryUntilAccepted(() => finalize(account, market))
  const owed = await Promise.all(markets.map((market) => redeemableOf(market, account.address)))
  const sum = owed.reduce((whole, { own }) => whole + own, 0n)
  expect(sum).toBeGreaterThan(parseEther("58"))

  await page.goto(`/portfolio/${account.address.toLowerCase()}?tab=markets`)
  await connect(page, wallet)
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ])
  const file = await readFile(await download.path(), "utf8")
  expect(file).toContain("Do the gulls come back?,resolved,1,No,")
  expect(file).toContain("Do the seals come back?,resolved,1,No,")
  // One by one or all at once.
  await expect(page.getByRole("button", { name: /^Redeem [\d.,]+ USDB$/ })).toHaveCount(2)
  const held = await usdbOf(account.address)
  await page.getByRole("button", { name: /^Redeem all: [\d.,]+ USDB of 2 markets$/ }).click()
  await expect(page.getByText("2 of 2 markets redeemed")).toBeVisible()
  await expect(page.getByText("The payout is in your wallet")).toBeVisible()
  expect(await usdbOf(account.address)).toBe(held + sum)
  await expect(page.getByRole("button", { name: /^Redeem/ })).toHaveCount(0)
})
