import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import { freshAccount } from "./helpers/chain"
import {
  betOf,
  cancelRound,
  decideRound,
  fundForRounds,
  moveToEnd,
  OUTCOMES,
  openRound,
  placeBet,
  priceOf,
  refreshPrices,
  roundOf,
  setPrice,
  settleRound,
} from "./helpers/rounds"
import { sessionOf } from "./helpers/session"
import { stack } from "./helpers/stack"
import { deepTest, expect, test } from "./helpers/test"

const counts = z.object({
  totalBetEvents: z.int(),
  wins: z.int(),
  losses: z.int(),
  refunds: z.int(),
  activeBetsCount: z.int(),
  claimableCount: z.int(),
})

/** A wallet's bets as the API counts them: bets, wins, losses, refunds, active, claimable. */
async function countsOf(account: PrivateKeyAccount, cookie: string) {
  const answer = await fetch(`${stack.url}/api/v1/me/updown`, { headers: { cookie } })
  const counted = counts.parse(await answer.json())
  const { totalBetEvents, wins, losses, refunds, activeBetsCount, claimableCount } = counted
  expect(answer.status, account.address).toBe(200)
  return [totalBetEvents, wins, losses, refunds, activeBetsCount, claimableCount]
}

deepTest(
  "chain, keeper, index and API agree on a round that is won, one without change, one without a price",
  async () => {
    test.setTimeout(240_000)
    const [winner, loser] = [await freshAccount(), await freshAccount()]
    for (const account of [winner, loser]) await fundForRounds(account, "100")
    const sessions = [await sessionOf(winner), await sessionOf(loser)] as const
    await refreshPrices()

    const { id: won, startPrice } = await openRound("btc", 1, 300)
    await placeBet(winner, { asset: "btc", tf: 1, side: "up", usdb: "10" })
    await placeBet(winner, { asset: "btc", tf: 1, side: "up", usdb: "5" })
    await placeBet(loser, { asset: "btc", tf: 1, side: "down", usdb: "20" })
    await expect.poll(() => countsOf(winner, sessions[0])).toEqual([2, 0, 0, 0, 1, 0])
    expect(await decideRound("btc", 1, startPrice * 1.01)).toBe(won)
    expect((await roundOf("btc", 1, won)).outcome).toBe(OUTCOMES.up)
    const { payout, amount } = await betOf(winner.address, "btc", 1, won)
    expect(payout).toBeGreaterThan(amount)
    expect((await betOf(loser.address, "btc", 1, won)).payout).toBe(0n)
    await expect.poll(() => countsOf(winner, sessions[0])).toEqual([2, 1, 0, 0, 0, 1])
    await expect.poll(() => countsOf(loser, sessions[1])).toEqual([1, 0, 1, 0, 0, 0])

    await setPrice("eth", await priceOf("eth"))
    const { id: unchanged, startPrice: same } = await openRound("eth", 1, 300)
    await placeBet(winner, { asset: "eth", tf: 1, side: "down", usdb: "3" })
    await moveToEnd("eth", 1, 5)
    await setPrice("eth", same)
    await settleRound("eth", 1, unchanged)
    expect(await roundOf("eth", 1, unchanged)).toMatchObject({
      outcome: OUTCOMES.canceled,
      endPrice: same,
    })
    await expect.poll(() => countsOf(winner, sessions[0])).toEqual([3, 1, 0, 1, 0, 2])

    await refreshPrices()
    const { id: silent } = await openRound("doge", 1, 300)
    await placeBet(loser, { asset: "doge", tf: 1, side: "up", usdb: "2" })
    expect(await cancelRound("doge", 1)).toBe(silent)
    expect(await roundOf("doge", 1, silent)).toMatchObject({
      outcome: OUTCOMES.canceled,
      endPrice: 0,
    })
    await expect.poll(() => countsOf(loser, sessions[1])).toEqual([2, 0, 1, 1, 0, 1])
    // The rounds go on for the tests after this one.
    await refreshPrices()
  },
)
