import { beforeEach, describe, expect, test } from "vitest"
import { WAD } from "@/lib/units"
import { findPositions, findRounds } from "@/lib/updown/round-views"
import { addressOf, emptyTables } from "@/tests/helpers/rows"
import {
  BETTOR,
  BTC,
  ETH,
  insertBet,
  insertClaim,
  insertEnd,
  insertRound,
} from "@/tests/helpers/updown-rows"

beforeEach(emptyTables)

describe("rounds", () => {
  test("of one timeframe, newest first, below a round", async () => {
    for (const roundId of [1, 2, 3]) await insertRound({ roundId })
    await insertRound({ tf: 1, roundId: 2 })
    const ids = async (before?: number) =>
      (await findRounds({ contract: BTC, tf: 0, limit: 2, ...(before && { before }) })).map(
        ({ roundId }) => roundId,
      )
    expect([await ids(), await ids(3), await ids(1)]).toEqual([[3, 2], [2, 1], []])
  })

  test("one with everything the index knows", async () => {
    const { startTime, endTime } = await insertRound({ seedBonus: 3n })
    await insertBet({ amount: 30n * WAD, shares: 41n * WAD })
    await insertEnd("bull_wins")
    const [round] = await findRounds({ contract: BTC, tf: 0, limit: 2 })
    expect(round).toMatchObject({
      ...{ asset: "btc", contract: BTC, tf: 0, roundId: 1, outcome: "bull_wins" },
      ...{ startTime: new Date(startTime * 1_000), endTime: new Date(endTime * 1_000) },
      ...{ startPrice: 9_500_000_000_000n, endPrice: 9_500_000_000_001n, seedBonus: 3n },
      ...{ bullPool: 30n * WAD, sharesBull: 41n * WAD, betCount: 1, bullBettors: 1 },
      ...{ bearPool: 0n, endPriceRoundId: (1n << 64n) + 7n },
    })
  })
})

describe("positions", () => {
  test("newest first with what they can claim, by asset, timeframe and state, in pages", async () => {
    await insertRound({ seedBonus: 7n })
    await insertBet({ amount: 100n, shares: 300n })
    await insertBet({ wallet: addressOf(1), amount: 60n, shares: 100n })
    await insertBet({ wallet: addressOf(2), side: "bear", amount: 1_000n })
    await insertEnd("bull_wins", { seedPaid: 7n })
    await insertBet({ contract: ETH, tf: 1, amount: 50n })
    await insertEnd("canceled", { contract: ETH, tf: 1 })
    await insertBet({ tf: 1, amount: 10n })
    await insertBet({ roundId: 2, side: "bear", amount: 20n })
    await insertEnd("bear_wins", { roundId: 2 })
    await insertClaim({ roundId: 2, stake: 20n, payout: 25n })
    const all = await findPositions(BETTOR, { limit: 10 })
    expect(
      all.map(({ round, ...own }) => [round.asset, round.tf, own.state, own.claimable]),
    ).toEqual([
      ["btc", 0, "closed", 0n],
      ["btc", 1, "active", 0n],
      ["eth", 1, "claimable", 50n],
      // 1,000 less 20 and 30 with the seed of 7: 957 · 300 / 400.
      ["btc", 0, "claimable", 100n + 717n],
    ])
    expect(all[0]).toMatchObject({ side: "bear", stake: 20n, payout: 25n })
    const count = async (query: Partial<Parameters<typeof findPositions>[1]>) =>
      (await findPositions(BETTOR, { limit: 10, ...query })).length
    expect(await count({ contract: BTC })).toBe(3)
    expect(await count({ tf: 1 })).toBe(2)
    expect(await count({ states: ["active"] })).toBe(1)
    expect(await count({ before: all[1]?.betId ?? "" })).toBe(2)
    expect(await count({ limit: 1 })).toBe(1)
  })
})
