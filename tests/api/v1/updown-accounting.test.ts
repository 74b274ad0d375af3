/** @module-tag long */
import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as walletRoute from "@/app/api/v1/me/updown/route"
import * as roundRoute from "@/app/api/v1/updown/rounds/[token]/[tf]/[roundId]/route"
import * as listRoute from "@/app/api/v1/updown/rounds/route"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { splitLosingPool } from "@/lib/updown/math"
import { timeframes } from "@/lib/updown/timeframes"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { carol, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { bettors, createUpdown, roundActions, type Updown } from "@/tests/helpers/updown"
import { catchUp } from "@/tests/lib/indexer/following"

/** A month of random rounds: what the API tells of them adds up, and is what the contract holds. */
let chain: TestChain
let updown: Updown
let as: { key: string }

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  updown = await createUpdown(chain)
  await playMonth()
  as = await createApiKey(carol)
})
afterAll(() => chain?.stop())

type Wave = {
  tf: number
  bets: { tf: number; wallet: number; isBull: boolean; amount: bigint }[]
  /** Change of the price; null when the feed is silent. */
  change: number | null
  claims: boolean
}

/** As often for a day as for anything shorter: forty waves take more than half a month, four hundred half a year. */
const anyTf = fc.constantFrom(0, 0, 1, 2, 3, 4, 4, 4, 4, 4)
const wave: fc.Arbitrary<Wave> = fc.record({
  tf: anyTf,
  bets: fc.array(
    fc.record({
      ...{ tf: anyTf, wallet: fc.nat(bettors.length - 1), isBull: fc.boolean() },
      amount: fc.bigInt({ min: WAD, max: 90n * WAD }),
    }),
    { maxLength: 5 },
  ),
  change: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: -9, max: 9 }) }, fc.constant(null)),
  claims: fc.nat(7).map((number) => number === 0),
})

async function playMonth() {
  const length = runs(40, 400)
  const [waves = []] = fc.sample(fc.array(wave, { minLength: length, maxLength: length }), {
    numRuns: 1,
  })
  let price = 95_000
  await updown.post(price)
  await updown.start()
  for (const { tf, bets, change, claims } of waves) {
    for (const { tf: of, wallet, isBull, amount } of bets)
      await tryTo(() => updown.bet(bettors[wallet] ?? carol, of, isBull ? "bull" : "bear", amount))
    await updown.wait(tf, change === null ? 1_201 : 0)
    price += change ?? 0
    await (change === null ? chain.mine() : updown.post(price))
    await endRounds()
    if (claims) await claimAll()
  }
  // Rounds that are still open at the end.
  await updown.post(price)
  await endRounds()
  for (const { code } of timeframes) {
    await tryTo(() => updown.bet(carol, code, "bull", 11n * WAD))
  }
}

/** When the round of a timeframe ends. */
const ends = new Map<number, number>()

async function endRounds() {
  const head = (await chain.call("eth_getBlockByNumber", "latest", false)) as { timestamp: Hex }
  for (const { code } of timeframes) {
    const end = ends.get(code) ?? (await readEnd(code))
    ends.set(code, end)
    if (end > Number(head.timestamp)) continue
    await endRound(code)
    ends.delete(code)
  }
}

async function readEnd(tf: number) {
  const { currentId, round } = roundActions(chain)
  const { endTime } = await round("btc", tf, await currentId("btc", tf))
  return endTime
}

/** Whatever is due; a transaction that is not is refused. */
async function endRound(tf: number) {
  if (await tryTo(() => updown.settle(carol, tf))) return
  if (await tryTo(() => updown.cancel(carol, tf))) return
  await tryTo(() => updown.startRound(carol, tf))
}

const tryTo = (step: () => Promise<unknown>) =>
  step().then(
    () => true,
    () => false,
  )

const rounds = async () =>
  (await pool().query("select tf, round_id::text as id from updown_round where outcome > 0")).rows

/** Each wallet claims everything in one transaction. */
async function claimAll() {
  await catchUp(chain)
  const decided = (await rounds()).map(({ tf, id }): [number, bigint] => [tf, BigInt(id)])
  for (let at = 0; at < decided.length; at += 100)
    for (const wallet of bettors)
      await tryTo(() => updown.claimMany(wallet, decided.slice(at, at + 100)))
}

type RoundDetails = Awaited<ReturnType<typeof readRound>>

async function readRound(tf: number, roundId: number) {
  const params = { token: "btc", tf: `${tf}`, roundId: `${roundId}` }
  return (await call(roundRoute, { params, as: { key: (await createApiKey()).key } })).body
}

/** All rounds, newest first, by pages of the list. */
async function readAll(): Promise<RoundDetails[]> {
  const rounds: RoundDetails[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string | number> = { token: "btc", limit: 7 }
    if (cursor) query.cursor = cursor
    const { rounds: page, pagination }: Awaited<ReturnType<typeof readPage>> = await readPage(query)
    for (const { tf, roundId } of page) rounds.push(await readRound(tf, roundId))
    cursor = pagination.nextCursor
  } while (cursor)
  return rounds
}

const readPage = async (query: Record<string, string | number>) =>
  (await call(listRoute, { query, as: { key: (await createApiKey()).key } })).body

/** Where the money of a round is. */
function account({ round, claims }: RoundDetails) {
  const [bull, bear, seedBonus] = [round.bullPoolUsdb, round.bearPoolUsdb, round.seedBonusUsdb].map(
    BigInt,
  ) as [bigint, bigint, bigint]
  const [stakes, paid] = [bull + bear, BigInt(claims.totalPayoutUsdb)]
  const isWon = round.outcome === "bull_wins" || round.outcome === "bear_wins"
  const losing = splitLosingPool(round.outcome === "bull_wins" ? bear : bull)
  if (!isWon) {
    // The seed of a canceled round moves on with what is carried over.
    const carryOver = round.outcome === "canceled" ? seedBonus : 0n
    return { stakes, paid, fee: 0n, carryOver, held: stakes + seedBonus - carryOver - paid }
  }
  const { fee } = losing
  const carryOver = losing.carryOver + seedBonus - BigInt(round.seedPaidUsdb)
  return { stakes, paid, fee, carryOver, held: stakes + seedBonus - fee - carryOver - paid }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n)

async function balanceOf(holder: string) {
  const query = { abi: usdbAbi, functionName: "balanceOf" } as const
  const data = encodeFunctionData({ ...query, args: [holder as Hex] })
  const answer = await chain.call("eth_call", { to: chain.book.usdb, data }, "latest")
  return decodeFunctionResult({ ...query, data: answer as Hex })
}

/** Carry-overs that no round has taken up yet, by timeframe; every other one is the seed of the next round. */
function findPendingCarryOvers(all: readonly RoundDetails[]) {
  return timeframes.map(({ code }) => {
    const own = all.filter(({ round }) => round.tf === code)
    let pending = 0n
    for (const details of own.toSorted((a, b) => a.round.roundId - b.round.roundId)) {
      expect(BigInt(details.round.seedBonusUsdb)).toBe(pending)
      pending = account(details).carryOver
    }
    return pending
  })
}

async function checkBooks() {
  await catchUp(chain)
  const all = await readAll()
  const books = all.map(account)
  const pending = sum(findPendingCarryOvers(all))
  const [stakes, paid, fees] = (["stakes", "paid", "fee"] as const).map((part) =>
    sum(books.map((book) => book[part])),
  ) as [bigint, bigint, bigint]
  const held = sum(books.map((book) => book.held))
  for (const book of books) expect(book.held).toBeGreaterThanOrEqual(0n)
  // What went in is what went out, with fees, and what is still there.
  expect(stakes).toBe(paid + fees + held + pending)
  expect(await balanceOf(updown.contract)).toBe(held + pending)
  return { all, books, stakes, paid, fees }
}

test("everything that went in went out, or is there: stakes, payouts, fees, carry-overs", async () => {
  const { all, stakes, paid, fees } = await checkBooks()
  const outcomes = new Set(all.map(({ round }) => round.outcome))
  expect(outcomes).toEqual(new Set(["pending", "bull_wins", "bear_wins", "canceled"]))
  const spanned = Math.max(...all.map(({ round }) => Date.parse(round.endTime)))
  const first = Math.min(...all.map(({ round }) => Date.parse(round.startTime)))
  expect(spanned - first).toBeGreaterThan(14 * 86_400_000)
  const { rows } = await pool().query<{ to: string; value: string }>(
    `select "to", sum(value) as value from transfer where "from" = $1 group by 1`,
    [updown.contract],
  )
  const toBettors = rows.filter(({ to }) => bettors.some((wallet) => wallet === to))
  expect(sum(toBettors.map(({ value }) => BigInt(value)))).toBe(paid)
  const others = rows.filter((row) => !toBettors.includes(row))
  expect(sum(others.map(({ value }) => BigInt(value)))).toBe(fees)
  const wallets = []
  for (const wallet of bettors) {
    const own = wallet === carol ? as : await createApiKey(wallet)
    wallets.push((await call(walletRoute, { as: { key: own.key } })).body)
  }
  expect(sum(wallets.map((own) => BigInt(own.totalStakeUsdb)))).toBe(stakes)
  expect(sum(wallets.map((own) => BigInt(own.totalPayoutUsdb)))).toBe(paid)
  expect(sum(wallets.map((own) => BigInt(own.netUsdb)))).toBe(paid - stakes)
})

test("once all is claimed, a decided round holds less than a wei per winner", async () => {
  await claimAll()
  const { all, books } = await checkBooks()
  for (const [n, { round, bets }] of all.entries()) {
    const left = books[n]?.held ?? 0n
    if (round.outcome === "pending") continue
    expect(left).toBeLessThanOrEqual(BigInt(bets.distinctBettors))
    if (round.outcome === "canceled") expect(left).toBe(0n)
  }
})
