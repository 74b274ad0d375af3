import { describe, expect, test } from "vitest"
import {
  CONFIRM_SECONDS,
  losingPool,
  payoutOfStake,
  quoteLeast,
  quoteRound,
  quoteWithCrowd,
  roundWeight,
} from "@/components/updown/round-quote"
import { WAD } from "@/lib/units"
import { payoutOf, sharesOfBet } from "@/lib/updown/math"
import { round } from "./state"

const bet = { side: "bear" as const, amount: 10n * WAD }
const now = 1_100

describe("the quote of a bet", () => {
  test("pays what the contract would pay in the round that holds the bet", () => {
    const weight = roundWeight(round, now)
    const shares = sharesOfBet(bet.amount, "bear", { reserves: round.reserves, weight })
    const after = { ...round, bearPool: 110n * WAD, sharesBear: round.sharesBear + shares }
    expect(quoteRound(round, bet, { now })).toEqual({
      shares,
      stake: bet.amount,
      payout: payoutOf({ stake: bet.amount, shares, side: "bear" }, after),
    })
  })

  test("adds to what the wallet has on this side, not on the other", () => {
    const held = { side: "bear" as const, amount: 20n * WAD, shares: 40n * WAD }
    const alone = quoteRound(round, bet, { now })
    const added = quoteRound(round, bet, { now, held })
    expect(added.stake).toBe(30n * WAD)
    expect(added.payout).toBeGreaterThan(alone.payout + held.amount)
    expect(quoteRound(round, { ...bet, side: "bull" }, { now, held }).stake).toBe(bet.amount)
  })

  test("falls with time: the weight goes from 95% to 20%, and stays there after the end", () => {
    expect(roundWeight(round, round.startTime)).toBe(9_500n)
    expect(roundWeight(round, round.startTime - 5)).toBe(9_500n)
    expect(roundWeight(round, 1_270)).toBe(2_750n)
    expect(roundWeight(round, round.endTime)).toBe(2_000n)
    expect(roundWeight(round, round.endTime + 60)).toBe(2_000n)
    const early = quoteRound(round, bet, { now: round.startTime })
    const late = quoteRound(round, bet, { now: round.endTime - 1 })
    expect(late.shares).toBeLessThan(early.shares)
    expect(late.payout).toBeLessThan(early.payout)
    expect(late.payout).toBeGreaterThan(bet.amount)
  })

  test("falls with bets on the same side, rises with bets on the other", () => {
    const alone = quoteRound(round, bet, { now }).payout
    const crowd = { amount: 100n * WAD }
    const same = quoteWithCrowd(round, bet, { now, crowd: { ...crowd, side: "bear" } })
    const other = quoteWithCrowd(round, bet, { now, crowd: { ...crowd, side: "bull" } })
    expect(same).toBeLessThan(alone)
    expect(other).toBeGreaterThan(alone)
  })

  test("without a bet on the other side a win pays the stake alone", () => {
    const lonely = { ...round, bullPool: 0n, sharesBull: 0n }
    expect(losingPool(lonely, "bear")).toBe(0n)
    expect(quoteRound(lonely, bet, { now }).payout).toBe(bet.amount)
    const held = { side: "bear" as const, amount: 20n * WAD, shares: 40n * WAD }
    expect(payoutOfStake(lonely, held)).toBe(held.amount)
  })
})

describe("the least that a bet accepts", () => {
  test("is that of a bet some seconds later, less the slippage", () => {
    const later = quoteRound(round, bet, { now: now + CONFIRM_SECONDS }).shares
    expect(quoteLeast(round, bet, { now, slippage: 0n }).shares).toBe(later)
    const least = quoteLeast(round, bet, { now, slippage: 100n })
    expect(least.shares).toBe((later * 9_900n) / 10_000n)
    expect(least.payout).toBeLessThan(quoteRound(round, bet, { now }).payout)
  })

  test("is not below that of the last second that takes bets", () => {
    const end = quoteRound(round, bet, { now: 1_270 }).shares
    expect(quoteLeast(round, bet, { now: 1_267, slippage: 0n }).shares).toBe(end)
  })
})
