import { parseEther } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { contracts } from "./helpers/chain"
import {
  buyShares,
  claimBounty,
  createMarket,
  createPrivateMarket,
  dispute,
  donate,
  fillOrder,
  listShares,
  operator,
  propose,
  redeem,
  sharesOf,
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
  takeStep,
  tideOf,
  totalUsdb,
  usdbOf,
  YES,
} from "./helpers/resolution"
import { uniqueWord } from "./helpers/scrolling"
import { smallTargets } from "./helpers/target-size"
import { connect, deepTest, expect, test } from "./helpers/test"
import { switchAccount } from "./helpers/wallet"

let restore = async () => {}

test.beforeAll(async () => {
  restore = await shortenPeriods(PERIODS)
})

test.afterAll(() => restore())

test("a market goes from its creation through a dispute to the payout, to the wei", {
  tag: "@long",
}, async ({ page, wallet }) => {
  test.setTimeout(180_000)
  const [alice, bob, carol] = await createTraders(wallet)
  const people = [alice, bob, carol]
  for (const account of [bob, carol]) await buyTide(account)
  await stake(bob, contracts.mainToken)
  const before = await totalUsdb(people)
  const question = `Does the ${uniqueWord()} ferry sail on Friday?`

  await page.goto("/markets/create")
  await connect(page, wallet)
  await page.getByLabel("Question").fill(question)
  await page.getByLabel("No end time").check()
  await page.getByRole("button", { name: "Next: review" }).click()
  await page.getByRole("button", { name: "Create market" }).click()
  await page.waitForURL(/\/markets\/0x[0-9a-f]{40}$/)
  await expect(page.getByRole("heading", { name: question })).toBeVisible()
  const market = { token: toAddress(page.url().slice(-42)), isPrivate: false }

  await buyShares(alice, market, YES, "100")
  await buyShares(bob, market, NO, "60")
  await buyShares(carol, market, YES, "40")
  const listed = (await sharesOf(market, alice.address, YES)) / 2n
  await listShares(alice, market, YES, listed, "0.45")
  await fillOrder(carol, market, 0n, listed / 3n)
  await donate(bob, market, "30", "bounty")

  const held = await usdbOf(alice.address)
  await takeStep(page, /^Propose:/, { outcome: "Yes", confirm: "Propose “Yes”" })
  await expect(resolutionSection(page).getByText("proposed Yes, bond 5 USDB")).toBeVisible()
  expect(await usdbOf(alice.address)).toBe(held - BOND)

  await switchAccount(page, wallet, bob)
  const ofBob = await usdbOf(bob.address)
  await takeStep(page, /^Dispute:/, { outcome: "No", confirm: "Dispute “No”" })
  await expect(resolutionSection(page).getByText("disputed: No, bond 5 USDB")).toBeVisible()
  expect(await usdbOf(bob.address)).toBe(ofBob - BOND)
  // The conflict of interest of who disputes is in plain view.
  await expect(
    resolutionSection(page)
      .getByText(/^holds [\d.,]+ No$/)
      .first(),
  ).toBeVisible()

  await switchAccount(page, wallet, carol)
  const tide = await tideOf(carol.address)
  await takeStep(page, /^Stake:/, { confirm: "Approve and stake 5 TIDE" })
  await expect.poll(() => tideOf(carol.address)).toBe(tide - BOND)
  await takeStep(page, /^Vote:/, { outcome: "Yes", confirm: "Vote “Yes”" })
  await expect(resolutionSection(page).getByText(/1 of 2 votes/)).toBeVisible()
  await vote(bob, market, YES)
  await expect(resolutionSection(page).getByText(/2 of 2 votes/)).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await resolutionSection(page).getByText("Voters and their shares").click()
  // A toast lies over the frame while it is there.
  await expect(page.getByRole("button", { name: "Close the message" })).toHaveCount(0)
  const small = async () => (await smallTargets(page)).filter((each) => each.startsWith("a "))
  await expect.poll(small).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })

  await takeStep(page, /^Finalize: Finalize the vote/)
  await expect(resolutionSection(page).getByText("finalized Yes")).toBeVisible({ timeout: 30_000 })
  // The proposer was right, and has both bonds.
  expect(await usdbOf(alice.address)).toBe(held + BOND)
  // What carol voted for has won: half of the bounty is hers.
  const claimed = await usdbOf(carol.address)
  await resolutionSection(page)
    .getByRole("button", { name: /^Claim:/ })
    .click()
  await expect.poll(() => usdbOf(carol.address)).toBeGreaterThan(claimed)
  await claimBounty(bob, market)

  await switchAccount(page, wallet, alice)
  const [ofAlice, ofCarol] = [
    await redeemableOf(market, alice.address),
    await redeemableOf(market, carol.address),
  ]
  expect(ofAlice.pool - ofAlice.own - ofCarol.own).toBeLessThan(2n)
  await page.goto(`/portfolio/${alice.address.toLowerCase()}?tab=markets`)
  await expect(page.getByText(question).first()).toBeVisible()
  const owned = await usdbOf(alice.address)
  await page.getByRole("button", { name: /^Redeem [\d.,]+ USDB$/ }).click()
  await expect.poll(() => usdbOf(alice.address)).toBe(owned + ofAlice.own)
  await redeem(carol, market)
  expect(await totalUsdb(people, market)).toBe(before)

  await page.goto(`/portfolio/${alice.address.toLowerCase()}?tab=log`)
  await expect(page.getByText("Redeemed")).toBeVisible()
  await expect(page.getByText("Bond returned")).toBeVisible()
  await expect(page.getByText(question).first()).toBeVisible()
})

deepTest("a veto hands the decision to the operator", async ({ page, wallet }) => {
  test.setTimeout(120_000)
  const [alice, bob, carol] = await createTraders(wallet)
  for (const account of [bob, carol]) {
    await buyTide(account)
    await stake(account, contracts.mainToken)
  }
  const market = await createMarket(alice, { name: "Is the lighthouse lit at noon?" })
  await buyShares(alice, market, YES, "50")
  await buyShares(bob, market, NO, "50")
  const before = await totalUsdb([alice, bob, carol], market)
  await propose(bob, market, NO)
  await dispute(carol, market, YES)
  await vote(bob, market, YES)
  await vote(carol, market, YES)

  await page.goto(`/markets/${market.token}#resolution`)
  await connect(page, wallet)
  const held = await usdbOf(alice.address)
  await takeStep(page, /^Veto:/, { outcome: "Invalid", confirm: "Veto “Invalid”" })
  await expect(resolutionSection(page).getByText("The platform operator decides.")).toBeVisible()
  // Nobody but the operator is offered the decision.
  await expect(resolutionSection(page).getByRole("button", { name: /^Decide:/ })).toBeHidden()
  await switchAccount(page, wallet, operator)
  await takeStep(page, /^Decide:/, { outcome: "Invalid", confirm: "Decide “Invalid”" })
  await expect(resolutionSection(page).getByText("finalized Invalid")).toBeVisible()
  // The vetoer was right alone, and has all three bonds.
  expect(await usdbOf(alice.address)).toBe(held + 2n * BOND)
  // Stakes come back, net of tax: 98.5% of 50 USDB.
  expect((await redeemableOf(market, alice.address)).own).toBe(parseEther("49.25"))
  await redeem(alice, market)
  await redeem(bob, market)
  expect(await totalUsdb([alice, bob, carol], market)).toBe(before)
})

deepTest("an uncontested proposal becomes final by anybody", async ({ page, wallet }) => {
  test.setTimeout(180_000)
  const [alice, bob, carol] = await createTraders(wallet)
  const undo = await shortenPeriods({ ...PERIODS, challenge: 40n })
  const market = await createMarket(alice, { name: "Does the tide turn before six?" })
  await buyShares(carol, market, NO, "20")
  const before = await totalUsdb([alice, bob, carol], market)
  await page.goto(`/markets/${market.token}#resolution`)
  await connect(page, wallet)
  await propose(bob, market, NO)
  const final = resolutionSection(page).getByRole("button", { name: /^Finalize:/ })
  await expect(final).toBeDisabled()
  await expect(
    resolutionSection(page).getByText("The challenge period is still running."),
  ).toBeVisible()
  const held = await usdbOf(bob.address)
  await takeStep(page, /^Finalize:/)
  await expect(resolutionSection(page).getByText("finalized No")).toBeVisible({ timeout: 30_000 })
  await undo()
  expect(await usdbOf(bob.address)).toBeGreaterThanOrEqual(held + BOND)
  const { own, pool } = await redeemableOf(market, carol.address)
  expect(own).toBe(pool)
  await switchAccount(page, wallet, carol)
  const owned = await usdbOf(carol.address)
  await page.getByRole("button", { name: /^Redeem [\d.,]+ USDB$/ }).click()
  await expect.poll(() => usdbOf(carol.address)).toBe(owned + own)
  await expect(page.getByText("You have redeemed")).toBeVisible()
  // In the place of the ticket.
  await expect(page.getByRole("heading", { name: "Resolved" })).toBeVisible()
  await expect(page.getByLabel("You pay")).toHaveCount(0)
  expect(await totalUsdb([alice, bob, carol], market)).toBe(before)
})

deepTest(
  "a private market is decided by the voters its creator names",
  async ({ page, wallet }) => {
    test.setTimeout(180_000)
    const [alice, bob, carol] = await createTraders(wallet)
    const market = await createPrivateMarket(alice, {
      name: "Do we sail on Sunday?",
      isEvent: true,
      seed: "10",
    })
    await page.goto(`/markets/${market.token}#resolution`)
    await connect(page, wallet)
    await page.getByLabel("Voter").fill(bob.address)
    await page.getByRole("button", { name: "Add voter" }).click()
    await expect(page.getByText("Voters updated")).toBeVisible()
    await page.getByLabel("Buyers").fill(`${bob.address}\n${carol.address}`)
    await page.getByRole("button", { name: "Add 2 buyers" }).click()
    await expect(page.getByText("Buyers updated")).toBeVisible()
    const before = await totalUsdb([alice, bob, carol], market)
    await buyShares(carol, market, YES, "25")
    await buyShares(bob, market, NO, "25")
    await donate(bob, market, "9", "bounty")

    await takeStep(page, /^Vote:/, { outcome: "No", confirm: "Vote “No”" })
    await expect(resolutionSection(page).getByText("1 of 1 · 100%")).toBeVisible()
    // A vote can be changed while voting is open.
    await vote(alice, market, YES)
    await vote(bob, market, YES)
    await takeStep(page, /^Finalize:/)
    await expect(resolutionSection(page).getByText("finalized Yes")).toBeVisible({
      timeout: 30_000,
    })
    const held = await usdbOf(alice.address)
    await resolutionSection(page)
      .getByRole("button", { name: /^Claim:/ })
      .click()
    await expect.poll(() => usdbOf(alice.address)).toBeGreaterThan(held)
    await claimBounty(bob, market)
    const { own, pool } = await redeemableOf(market, carol.address)
    expect(own).toBe(pool)
    await redeem(carol, market)
    expect(await totalUsdb([alice, bob, carol], market)).toBe(before)
  },
)
