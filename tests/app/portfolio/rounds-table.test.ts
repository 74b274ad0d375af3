import { describe, expect, test } from "vitest"
import { describePosition } from "@/app/portfolio/_parts/rounds-table"
import { WAD } from "@/lib/units"

const position = { state: "active", side: "bull", payout: null, claimable: 0n } as const
const paying = { ...position, state: "claimable", claimable: 18n * WAD } as const
const paid = { ...position, state: "closed", payout: 18n * WAD } as const
const of = (outcome: "pending" | "bull_wins" | "bear_wins" | "canceled") => ({ round: { outcome } })

describe("a bet in the portfolio", () => {
  test.each([
    ["Open", { ...position, ...of("pending") }],
    ["Lost", { ...position, state: "closed" as const, ...of("bear_wins") }],
    ["18.00 USDB to collect", { ...paying, ...of("bull_wins") }],
    ["Won 18.00 USDB", { ...paid, ...of("bull_wins") }],
    ["18.00 USDB to refund", { ...paying, ...of("canceled") }],
    ["18.00 USDB refunded", { ...paid, ...of("canceled") }],
  ])("%s", (text, given) => {
    expect(describePosition(given)).toBe(text)
  })
})
