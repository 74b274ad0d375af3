import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { withWriteLock } from "@/lib/db/write-lock"
import { findMinedTransaction, type MinedTransaction } from "@/lib/indexer/mined-transactions"
import { rebuildProjections } from "@/lib/indexer/reindex"
import { removeRows } from "@/lib/indexer/remove-rows"
import { createRpc } from "@/lib/indexer/rpc"
import { indexTransactions } from "@/lib/indexer/sync-transaction"
import { WAD } from "@/lib/units"
import { outcomes, toSide } from "@/lib/updown/constants"
import { claimOf, nextVirtualBase, sharesOfBet, weightAt } from "@/lib/updown/math"
import { timeframes } from "@/lib/updown/timeframes"
import { configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { runs } from "@/tests/helpers/deep"
import { bettors, createUpdown, type Updown } from "@/tests/helpers/updown"
import { catchUp } from "./following"
import { dump } from "./tables"
import { playUpdown } from "./updown-history"

/** The index beside the contract, after a history of price rounds. */
let chain: TestChain
let updown: Updown
/** Block of its first transaction. */
let first: number

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  updown = await createUpdown(chain)
  first = (await chain.head()) + 1
  await playUpdown(updown)
  await catchUp(chain)
})
afterAll(() => chain?.stop())

type Round = Record<"outcome" | "tf" | "round_id", number> &
  Record<"start_time" | "end_time" | "settled_at", Date> &
  Record<
    | ("start_price" | "end_price" | "end_price_round_id" | "bull_pool" | "bear_pool")
    | ("shares_bull" | "shares_bear" | "seed_bonus" | "seed_paid"),
    string
  >

const findRounds = async () =>
  (await pool().query<Round>("select * from updown_round order by tf, round_id")).rows

const seconds = (time: Date | null) => BigInt(time ? +time / 1_000 : 0)

test("rounds are what the contract answers, to the wei", async () => {
  const rounds = await findRounds()
  expect(rounds.map(({ tf, round_id, outcome }) => [tf, round_id, outcomes[outcome]])).toEqual([
    [0, 1, "bull_wins"],
    [0, 2, "bear_wins"],
    [0, 3, "canceled"],
    [0, 4, "canceled"],
    [0, 5, "canceled"],
    [0, 6, "canceled"],
    [0, 7, "pending"],
    [1, 1, "canceled"],
    [1, 2, "canceled"],
    [1, 3, "pending"],
    [2, 1, "canceled"],
    [2, 2, "pending"],
    [3, 1, "canceled"],
    [3, 2, "pending"],
    [4, 1, "canceled"],
    [4, 2, "pending"],
  ])
  for (const row of rounds) {
    const [startTime, endTime, settledAt, startPrice, endPrice, endPriceRoundId, , , ...rest] =
      await updown.view<bigint[]>("getRound", [row.tf, BigInt(row.round_id)])
    expect([
      ...[seconds(row.start_time), seconds(row.end_time), seconds(row.settled_at)],
      ...[BigInt(row.start_price), BigInt(row.end_price ?? 0), BigInt(row.end_price_round_id ?? 0)],
      ...[row.bull_pool, row.bear_pool, row.shares_bull, row.shares_bear].map(BigInt),
      ...[BigInt(row.seed_bonus), row.outcome],
    ]).toEqual([startTime, endTime, settledAt, startPrice, endPrice, endPriceRoundId, ...rest])
    const paid = await updown.view<bigint>("seedPaid", [row.tf, BigInt(row.round_id)])
    expect(BigInt(row.seed_paid)).toBe(paid)
  }
})

type Position = { tf: number; round_id: number; wallet: string; side: number } & Record<
  "stake" | "shares",
  string
> & { payout: string | null; state: string }

describe("positions", () => {
  test("are what the contract answers, and pay what it says", async () => {
    const { rows } = await pool().query<Position>("select * from updown_position")
    const rounds = await findRounds()
    let seen = 0
    for (const { tf, round_id } of rounds) {
      for (const wallet of bettors) {
        const place = [tf, BigInt(round_id), wallet]
        const [side, amount, shares, claimed] = await updown.view<
          [number, bigint, bigint, boolean]
        >("getUserBet", place)
        const own = rows.find(
          (row) => row.tf === tf && row.round_id === round_id && row.wallet === wallet,
        )
        expect(own !== undefined).toBe(side !== 0)
        if (!own) continue
        seen++
        expect([own.side, BigInt(own.stake), BigInt(own.shares), own.payout !== null]).toEqual([
          side,
          amount,
          shares,
          claimed,
        ])
        const round = rounds.find((row) => row.tf === tf && row.round_id === round_id) as Round
        const due = own.state === "claimable" ? claimOf(toBet(own), toPools(round)) : 0n
        expect(due).toBe(await updown.view<bigint>("quoteClaimPayout", place))
        // What was paid is what the formula says as well.
        if (own.payout) expect(claimOf(toBet(own), toPools(round))).toBe(BigInt(own.payout))
      }
    }
    expect(seen).toBe(rows.length)
  })

  test("and claims leave the totals of each wallet", async () => {
    const { rows } = await pool().query(
      `select w.wallet, w.rounds, w.bets, w.wins, w.losses, w.refunds, w.active, w.claimable
        from updown_wallet w order by array_position($1, w.wallet)`,
      [bettors],
    )
    expect(rows.map(({ wallet: _, ...totals }) => Object.values(totals))).toEqual([
      [4, 5, 1, 0, 2, 1, 0],
      [5, 5, 0, 2, 3, 0, 1],
      [4, 4, 1, 0, 2, 1, 2],
      [3, 3, 1, 0, 2, 0, 3],
    ])
  })
})

const toBet = ({ side, stake, shares }: Position) => ({
  side: toSide(side),
  stake: BigInt(stake),
  shares: BigInt(shares),
})

const toPools = (row: Round) => ({
  ...{ bullPool: BigInt(row.bull_pool), bearPool: BigInt(row.bear_pool) },
  ...{ sharesBull: BigInt(row.shares_bull), sharesBear: BigInt(row.shares_bear) },
  ...{ seedBonus: BigInt(row.seed_bonus), seedPaid: BigInt(row.seed_paid) },
  ...{ outcome: outcomes[row.outcome] ?? "pending" },
})

test("a reorganisation at any block leaves what the blocks below it say", async () => {
  const rpc = createRpc(chain.url, { timeoutMs: 10_000 })
  const mined: MinedTransaction[] = []
  for (const hash of await chain.transactions(first)) {
    const transaction = await findMinedTransaction(rpc, hash)
    if (transaction) mined.push(transaction)
  }
  const whole = await dump(pool())
  const client = await pool().connect()
  const remove = (above: number) =>
    withWriteLock(client, () => removeRows(client, { above }, chain.book))
  for (let kept = mined.length - 1; kept > 0; kept -= runs(16, 1)) {
    const [below, above] = [mined.slice(0, kept), mined.slice(kept)]
    const last = below.at(-1)?.header.number ?? 0
    await remove(last)
    const expected = await dump(pool())
    await indexTransactions(rpc, above)
    expect(await dump(pool())).toEqual(whole)
    await remove(last)
    expect(await dump(pool())).toEqual(expected)
    await withWriteLock(client, () => rebuildProjections(client, chain.book))
    expect(await dump(pool())).toEqual(expected)
    await indexTransactions(rpc, above)
  }
  client.release()
})

test("the shares of every bet follow from the rows before it, to the wei", async () => {
  const { rows: bets } = await pool().query("select * from updown_bet order by tf, round_id, id")
  const rounds = await findRounds()
  for (const { code: tf, seconds: duration } of timeframes) {
    let base = 500n * WAD
    for (const round of rounds.filter((each) => each.tf === tf)) {
      const reserves = { bull: base, bear: base }
      for (const bet of bets.filter((row) => row.tf === tf && row.round_id === round.round_id)) {
        const side = toSide(bet.side)
        const elapsed = (bet.time - +round.start_time) / 1_000
        const betPool = { reserves, weight: weightAt(elapsed, duration) }
        expect(sharesOfBet(BigInt(bet.amount), side, betPool)).toBe(BigInt(bet.shares))
        reserves[side] += BigInt(bet.amount)
      }
      const volume = reserves.bull + reserves.bear - 2n * base
      if (outcomes[round.outcome]?.endsWith("wins")) base = nextVirtualBase(base, volume)
    }
  }
  expect(bets.length).toBe(17)
})
