import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { PayingRound } from "@/components/updown/own-rounds"
import { createWinMessages, rememberTold } from "@/components/updown/win-messages"
import { readPeriod } from "@/components/updown/win-toasts"
import { WAD } from "@/lib/units"

const WALLET = "0x00000000000000000000000000000000000000aa"

const won = (roundId: number, change: Partial<PayingRound> = {}): PayingRound => ({
  ...{ asset: "btc", contract: "0xb0", tf: 0, roundId, side: "bull", outcome: "bull_wins" },
  ...{ stake: `${10n * WAD}`, payout: `${18n * WAD}` },
  ...change,
})

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal("window", {})
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

function tell(paying: readonly PayingRound[]) {
  const { messages, paidIds } = createWinMessages(WALLET, paying)
  rememberTold(WALLET, paidIds)
  return messages.map(({ title }) => title)
}

describe("a round that pays", () => {
  test("is told of once, with the payout", () => {
    expect(tell([won(7)])).toEqual(["You won 18.00 USDB"])
    expect(tell([won(7)])).toEqual([])
    expect(tell([won(8), won(7)])).toEqual(["You won 18.00 USDB"])
  })

  test("is a refund when it was canceled", () => {
    const refund = won(7, { outcome: "canceled", payout: `${10n * WAD}` })
    expect(tell([refund])).toEqual(["10.00 USDB are refunded"])
  })

  test("is told of together with many others", () => {
    expect(tell([won(7), won(8), won(9)])).toEqual(["3 rounds pay you 54.00 USDB"])
  })
})

describe("the rounds of a wallet", () => {
  const open = (endTime: string) => ({
    open: [{ ...{ asset: "btc", contract: "0xb0", tf: 0, roundId: 9 }, endTime }].map((round) => ({
      ...round,
      asset: "btc" as const,
      side: "bull" as const,
      stake: "1",
    })),
  })
  const now = Date.parse("2026-11-23T12:00:00.000Z")

  test("are read again only while bets are open, more often once a round has ended", () => {
    expect(readPeriod(null, now)).toBe("")
    expect(readPeriod({ open: [] }, now)).toBe("")
    const before = open("2026-11-23T12:04:00.000Z")
    expect(readPeriod(before, now)).toBe(readPeriod(before, now + 4_000))
    const after = open("2026-11-23T11:59:00.000Z")
    expect(readPeriod(after, now)).not.toBe(readPeriod(after, now + 4_000))
  })
})
