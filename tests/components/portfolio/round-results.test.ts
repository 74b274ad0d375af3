import { describe, expect, test } from "vitest"
import { describeBet, netResult } from "@/components/portfolio/round-results"
import type { Outcome } from "@/lib/updown/constants"

const END = new Date("2026-11-23T12:00:00.000Z")

const bet = (outcome: Outcome, change: { payout?: bigint; claimable?: bigint } = {}) => ({
  ...{ side: "bull" as const, stake: 10n, payout: null, claimable: 0n, ...change },
  state: outcome === "pending" ? ("active" as const) : ("closed" as const),
  round: { outcome, endTime: END },
})

describe("a bet in the portfolio", () => {
  test("is open until its end, then waits for the price", () => {
    expect(describeBet(bet("pending"), +END - 1)).toEqual({ label: "Open", tone: "neutral" })
    expect(describeBet(bet("pending"), +END).label).toBe("Waiting for the price")
    expect(netResult(bet("pending"))).toBeNull()
  })

  test.each([
    ["bull_wins", { payout: 18n }, "Won", 8n],
    ["bull_wins", { claimable: 18n }, "Won", 8n],
    ["bear_wins", {}, "Lost", -10n],
    ["canceled", { claimable: 10n }, "Refunded", 0n],
  ] as const)("%s %o: %s", (outcome, change, label, net) => {
    expect(describeBet(bet(outcome, change)).label).toBe(label)
    expect(netResult(bet(outcome, change))).toBe(net)
  })
})
