import { beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { findRoundValues } from "@/lib/portfolio/round-values"
import { exportRoundsCsv, exportRoundsJson } from "@/lib/portfolio/rounds-export"
import { findPositions } from "@/lib/updown/round-views"
import { findWalletTotals, totalWorth } from "@/lib/updown/wallet-totals"
import { addressOf, emptyTables } from "@/tests/helpers/rows"
import {
  BETTOR,
  ETH,
  insertBet,
  insertClaim,
  insertEnd,
  insertRound,
} from "@/tests/helpers/updown-rows"

const OTHER = addressOf(0x0be)

beforeEach(emptyTables)

/** A win that was collected, one that was not, a loss, both kinds of refunds and an open bet. */
async function insertHistory() {
  for (const roundId of [1, 2, 3]) {
    await insertRound({ roundId, seedBonus: 7n })
    await insertBet({ roundId, amount: 100n, shares: 300n })
    await insertBet({ roundId, wallet: OTHER, amount: 60n, shares: 100n })
    await insertBet({ roundId, wallet: addressOf(2), side: "bear", amount: 1_000n })
  }
  await insertEnd("bull_wins", { roundId: 1, seedPaid: 7n })
  // 1,000 less 20 and 30 with the seed of 7: 957 · 300 / 400.
  await insertClaim({ roundId: 1, stake: 100n, payout: 817n })
  await insertEnd("bull_wins", { roundId: 2, seedPaid: 7n })
  await insertEnd("bear_wins", { roundId: 3, seedPaid: 7n })
  await insertBet({ contract: ETH, amount: 50n })
  await insertEnd("canceled", { contract: ETH, isVoid: true })
  await insertBet({ contract: ETH, roundId: 2, amount: 40n })
  await insertEnd("canceled", { contract: ETH, roundId: 2 })
  await insertClaim({ contract: ETH, roundId: 2, payout: 40n, isRefund: true })
  await insertBet({ roundId: 4, side: "bear", amount: 20n })
  await insertBet({ roundId: 4, side: "bear", amount: 5n })
}

describe("the bets of a wallet", () => {
  test("are summed by result, collected or not", async () => {
    await insertHistory()
    const totals = await findWalletTotals(BETTOR)
    expect(totals).toEqual({
      ...{ rounds: 6, open: 1, claimable: 2, wins: 2, losses: 1, refunds: 2 },
      ...{ openStake: 25n, claimableAmount: 817n + 50n, won: 2n * 717n, lost: 100n, refunded: 90n },
    })
    const positions = await findPositions(BETTOR, { limit: 100 })
    const claimable = positions.reduce((sum, each) => sum + each.claimable, 0n)
    expect(totals.claimableAmount).toBe(claimable)
    expect(totalWorth(totals)).toBe(892n)
  })

  test("are nothing for a wallet that has none", async () => {
    const totals = await findWalletTotals(addressOf(77))
    expect(totals).toMatchObject({ rounds: 0, wins: 0, won: 0n, claimableAmount: 0n })
    expect(await findRoundValues(addressOf(77), [1, 2])).toEqual([0n, 0n])
  })

  test("had the value of stakes, then of what is not collected", async () => {
    await insertHistory()
    const start = Date.UTC(2026, 5, 1) / 1_000
    // Bets come a second after the start, decisions 5 and claims 60 seconds after the end.
    const times = [0, 1, 304, 305, 359, 360, 605, 905, 906, 2_000].map((after) => start + after)
    const values = await findRoundValues(BETTOR, times)
    expect(values).toEqual([
      0n,
      // BTC 1 and ETH 1.
      150n,
      // BTC 2 and ETH 2 were added at 301.
      150n + 140n,
      100n + 717n + 50n + 140n,
      1_007n,
      // BTC 1 is collected.
      190n,
      // BTC 2 is won, BTC 3 was added at 601; ETH 2 keeps its stake.
      190n + 717n + 100n,
      // ETH 2 was collected at 660; BTC 3 is lost; BTC 4 was added at 901.
      817n + 50n + 25n,
      892n,
      892n,
    ])
  })

  test("are handed out as a file, a row for each round", async () => {
    await insertHistory()
    const rows = z
      .array(z.record(z.string(), z.string()))
      .parse(await new Response(await exportRoundsJson(BETTOR)).json())
    expect(rows).toHaveLength(6)
    expect(rows[0]).toMatchObject({
      ...{ asset: "btc", timeframe: "5m", round: "4", side: "down", state: "active" },
      ...{ stake_usdb: "0.000000000000000025", payout_usdb: "", net_usdb: "", end_price_usd: "" },
      start_price_usd: "95000",
    })
    const lost = rows.find(({ outcome }) => outcome === "bear_wins")
    expect(lost).toMatchObject({ net_usdb: "-0.0000000000000001", payout_usdb: "0" })
    const csv = await new Response(await exportRoundsCsv(BETTOR)).text()
    const [names, ...lines] = csv.trimEnd().split("\r\n")
    expect(names?.split(",")).toEqual(Object.keys(rows[0] ?? {}))
    expect(lines.map((line) => line.split(","))).toEqual(rows.map((row) => Object.values(row)))
  })
})
