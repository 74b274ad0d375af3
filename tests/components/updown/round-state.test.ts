import { describe, expect, test } from "vitest"
import { describeFeed, feedHealth } from "@/components/updown/feed-age"
import { describeOutcome, formatFeedPrice, formatPriceMove } from "@/components/updown/labels"
import { findDueAction } from "@/components/updown/round-actions"
import { describeResult } from "@/components/updown/round-card"
import { findBlocker } from "@/components/updown/ticket/validation"
import { WAD } from "@/lib/units"
import { PRICE_UNIT, roundPhase } from "@/lib/updown/view"
import { assetRounds, feed, round } from "./state"

const timeframe = { code: 0, seconds: 300 } as const

describe("the phase of a round", () => {
  test("ends with the second in which the contract refuses bets", () => {
    expect(roundPhase(round, 1_269)).toBe("open")
    expect(roundPhase(round, 1_270)).toBe("closed")
    expect(roundPhase(round, 1_299)).toBe("closed")
    expect(roundPhase(round, 1_300)).toBe("ended")
    expect(roundPhase(null, 1_300)).toBe("none")
  })
})

describe("what anybody may do", () => {
  const dueAt = (now: number, updatedAt: number) =>
    findDueAction({ ...assetRounds, feed: { ...feed, updatedAt } }, timeframe, now)

  test("nothing while the round is open", () => {
    expect(dueAt(1_299, 1_290)).toBeNull()
  })

  test("waits for the first update at or after the end, then settles", () => {
    expect(dueAt(1_310, 1_299)).toMatchObject({ title: "Waiting for the price", action: null })
    expect(dueAt(1_310, 1_300)?.action).toBe("settle")
    expect(dueAt(2_500, 1_299)?.action).toBeNull()
    expect(dueAt(2_501, 1_299)?.action).toBe("cancel")
    // The contract settles with it if the first update came in time.
    expect(dueAt(2_501, 2_450)?.action).toBe("cancel")
  })

  test("opens a round when none is open, the price is fresh and nothing is stopped", () => {
    const none = { ...assetRounds, rounds: [null] }
    expect(findDueAction(none, timeframe, 1_150)?.action).toBe("start")
    expect(findDueAction(none, timeframe, 1_151)).toEqual({
      title: "No fresh price",
      text: expect.stringContaining("at most 1 min 00 s old"),
      action: null,
    })
    const day = { code: 0, seconds: 86_400 } as const
    expect(findDueAction(none, day, 4_690)?.action).toBe("start")
    expect(findDueAction(none, day, 4_691)?.action).toBeNull()
    expect(findDueAction({ ...none, isPaused: true }, timeframe, 2_000)?.action).toBeNull()
    expect(findDueAction({ ...none, feed: null }, timeframe, 2_000)?.action).toBeNull()
  })
})

describe("the feed", () => {
  test("is late by its own habits, silent by the rules of the rounds", () => {
    const healthAfter = (seconds: number, usualGap: number | null = 30) =>
      feedHealth({ ...feed, usualGap }, feed.updatedAt + seconds)
    expect(healthAfter(120)).toBe("fresh")
    expect(healthAfter(121)).toBe("late")
    expect(healthAfter(121, null)).toBe("late")
    expect(healthAfter(900, 600)).toBe("fresh")
    expect(healthAfter(1_201)).toBe("silent")
    expect(healthAfter(3_601)).toBe("silent")
    expect(feedHealth(null, 2_000)).toBe("unknown")
  })

  test("is explained when it is not in time", () => {
    expect(describeFeed(feed, feed.updatedAt + 10)).toBeNull()
    const late = describeFeed(feed, feed.updatedAt + 180)
    expect(late?.title).toBe("The price feed is late: no update for 3 min 00 s")
    expect(describeFeed(feed, feed.updatedAt + 4_000)?.text).toContain("No new round opens")
    expect(describeFeed(null, 0)?.title).toBe("The price feed does not answer")
  })
})

describe("what keeps a bet from being placed", () => {
  const wallet = { balance: 50n * WAD, allowance: 0n, nativeBalance: 1n, held: null, block: 1 }
  const attempt = {
    phase: "open" as const,
    isPaused: false,
    side: "bull" as const,
    text: "10",
    minBet: WAD,
    wallet,
  }
  const onUp = { side: "bull" as const, amount: WAD, shares: WAD }

  test("nothing for a bet the contract takes, with a wallet and without", () => {
    expect(findBlocker(attempt)).toBeNull()
    expect(findBlocker({ ...attempt, wallet: null })).toBeNull()
    expect(findBlocker({ ...attempt, text: "1" })).toBeNull()
    expect(findBlocker({ ...attempt, wallet: { ...wallet, held: onUp } })).toBeNull()
  })

  test.each([
    [{ phase: "none" as const }, "No round is open."],
    [{ phase: "closed" as const }, "Betting on this round has ended."],
    [{ phase: "ended" as const }, "Betting on this round has ended."],
    [{ isPaused: true }, "The operator has paused betting."],
    [
      { side: "bear" as const, wallet: { ...wallet, held: onUp } },
      "You have bet on Up in this round.",
    ],
    [{ text: " " }, "Enter an amount"],
    [{ text: "ten" }, "Enter a number with at most 18 decimal places."],
    [{ text: "0.99" }, "A bet is at least 1 USDB."],
    [{ text: "51" }, "You have 50 USDB."],
    [{ wallet: { ...wallet, balance: 0n } }, "You have no USDB."],
    [{ wallet: { ...wallet, nativeBalance: 0n } }, "Insufficient ETH for the network fee."],
  ])("%o: %s", (change, sentence) => {
    expect(findBlocker({ ...attempt, ...change })?.sentence).toBe(sentence)
  })

  test("proposes a smaller amount to a wallet that has some USDB alone", () => {
    const remedyAt = (balance: bigint) =>
      findBlocker({ ...attempt, text: "51", wallet: { ...wallet, balance } })?.remedy
    expect(remedyAt(wallet.balance)).toContain("smaller amount")
    expect(remedyAt(0n)).not.toContain("smaller amount")
  })
})

describe("a decided round", () => {
  const decided = (outcome: "bull_wins" | "bear_wins" | "canceled", endPrice: bigint | null) =>
    describeOutcome({ ...round, outcome, endPrice, settledAt: 1_310 })

  test("says what happened and why", () => {
    const { startPrice } = round
    expect(decided("bull_wins", startPrice + 1n).label).toBe("Up won")
    expect(decided("bear_wins", startPrice - 1n).label).toBe("Down won")
    expect(decided("canceled", startPrice).reason).toContain("equal")
    expect(decided("canceled", startPrice + 1n).reason).toContain("higher, and nobody")
    expect(decided("canceled", null).reason).toContain("no price in time")
    const stopped = { ...round, outcome: "canceled" as const, settledAt: 1_200 }
    expect(describeOutcome(stopped).reason).toContain("operator")
    const quiet = { ...stopped, bullPool: 0n, bearPool: 0n }
    expect(describeOutcome(quiet)).toEqual({
      label: "No bets",
      reason: "Nobody had bet on this round.",
    })
  })

  test("says what the wallet got, net", () => {
    expect(describeResult("bull_wins", 18n * WAD, 10n * WAD)).toBe("Won: 18.00 USDB, +8.00.")
    expect(describeResult("bull_wins", 0n, 10n * WAD)).toBe("Lost: −10.00 USDB.")
    expect(describeResult("canceled", 10n * WAD, 10n * WAD)).toBe("Refunded: 10.00 USDB.")
  })
})

describe("prices", () => {
  test("have as many decimals as tell updates apart, rounded down", () => {
    expect(formatFeedPrice(95_012n * PRICE_UNIT + 34_999_999n)).toBe("$95,012.34")
    expect(formatFeedPrice(2n * PRICE_UNIT + 40_000_000n)).toBe("$2.4000")
    expect(formatFeedPrice(16_123_456n)).toBe("$0.16123")
    expect(formatFeedPrice(-PRICE_UNIT)).toBe("−$1.0000")
  })

  test("move with a sign, in the decimals of the price", () => {
    const from = 95_000n * PRICE_UNIT
    expect(formatPriceMove(from, from + 23n * PRICE_UNIT)).toBe("+$23.00")
    expect(formatPriceMove(from, from - 50_000_000n)).toBe("−$0.50")
    expect(formatPriceMove(from, from)).toBe("$0.00")
  })
})
