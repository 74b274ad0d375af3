import pg from "pg"
import { zeroAddress } from "viem"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { computeDueRecords } from "@/lib/agents/record/compute"
import { markAllRecordsDue } from "@/lib/agents/record/due"
import { findAgentConfidence } from "@/lib/agents/record/queries"
import { findRecordRows, type RecordRow } from "@/lib/agents/record/rows"
import type { RecordList } from "@/lib/agents/record/schema"
import { withWriteLock } from "@/lib/db/write-lock"
import { truncateIndex } from "@/lib/indexer/checkpoint"
import { ingest } from "@/lib/indexer/ingest"
import { listMainToken } from "@/lib/indexer/projections/tokens"
import { removeRows } from "@/lib/indexer/remove-rows"
import { findPortfolio } from "@/lib/portfolio/queries"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import { addressOf, MAIN, USDB } from "@/tests/helpers/rows"
import {
  createCreationsBatch,
  getWallet,
  START_BLOCK,
  WALLETS,
  wei,
} from "@/tests/lib/profiles/points-events"
import {
  type RecordBlock,
  type RecordEvent,
  recordEvent,
  toRecordBatch,
  toRecordBlock,
} from "./record-events"

const place = { chainId: 31337, mainToken: zeroAddress, usdb: USDB, staking: zeroAddress }
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
})
afterAll(() => client?.end())

const MAIN_TOKEN = {
  ...{ address: MAIN, name: "Tide", symbol: "TIDE", dev: addressOf(1), multiplier: 100 },
  ...{ baseReserve0: 1n, baseReserve1: 1n, time: 0, block: 1 },
}

const store = (block: RecordBlock) =>
  withWriteLock(client, () => ingest(client, toRecordBatch(block), place))

async function reset() {
  await client.query("delete from agent")
  await withWriteLock(client, () => truncateIndex(client))
  await withWriteLock(client, () => listMainToken(client, MAIN_TOKEN))
  await withWriteLock(client, () => ingest(client, createCreationsBatch(), place))
}

const register = (wallet: number) =>
  client.query("insert into agent (wallet, agent_id, name) values ($1, $2, 'A')", [
    getWallet(wallet),
    wallet,
  ])

async function readRecords() {
  const { rows } = await client.query<Record<string, string | number | null>>(
    `select wallet, trades, trade_volume, purchases, share_volume, bets, bet_volume, traded, markets_won,
      markets_lost, rounds_won, rounds_lost, realised, largest_loss, loss_place, loss_id, days_active,
      first_active, last_active, products from agent_record order by wallet`,
  )
  return rows
}

type Scenario = {
  events: RecordEvent[]
  stops: number[]
  late: number[]
  lost: number
  instead: RecordEvent[]
  /** Agents that register while it happens. */
  joins: number[]
}

const LENGTH = 32
const scenario: fc.Arbitrary<Scenario> = fc.record({
  events: fc.array(recordEvent, { minLength: LENGTH, maxLength: LENGTH }),
  stops: fc.array(fc.nat(LENGTH), { maxLength: 8 }),
  late: fc.array(fc.nat(LENGTH - 1), { maxLength: 6 }),
  lost: fc.integer({ min: 0, max: 20 }),
  instead: fc.array(recordEvent, { maxLength: 15 }),
  joins: fc.array(fc.nat(LENGTH - 1), { minLength: 2, maxLength: 2 }),
})

const decisive: RecordEvent[] = [
  { kind: "buy", wallet: 0, token: 0, usd: 20 },
  { kind: "buy", wallet: 1, token: 2, usd: 600 },
  { kind: "buy", wallet: 2, token: 4, usd: 9 },
  { kind: "sell", wallet: 0, token: 0, usd: 10 },
  { kind: "share", wallet: 2, token: 1, usd: 20 },
  { kind: "share", wallet: 3, token: 1, usd: 600 },
  { kind: "fill", wallet: 4, token: 1, usd: 20 },
  { kind: "bet", wallet: 5, round: 1, usd: 20 },
  { kind: "end", round: 1, outcome: 2 },
  { kind: "resolve", token: 1, outcome: 1 },
]

/** Has trades and losses, whatever the seed. */
const covering: Scenario = {
  events: Array.from(
    { length: LENGTH },
    (_, at) => decisive[at] ?? { kind: "price", token: 0, units: 1 + (at % 9) },
  ),
  ...{
    stops: [3, 8],
    late: [5],
    lost: 4,
    instead: [{ kind: "gift", wallet: 1, token: 0, units: 2 }],
  },
  joins: [2, 6],
}

/** Answers the blocks that are the chain in the end. */
async function runScenario({ events, stops, late, lost, instead, joins }: Scenario) {
  const blocks = events.map(toRecordBlock)
  for (let wallet = 2; wallet < WALLETS; wallet++) await register(wallet)
  for (const [at, block] of blocks.entries()) {
    if (!late.includes(at)) await store(block)
    for (const [wallet, when] of joins.entries()) if (when === at) await register(wallet)
    if (stops.includes(at)) await computeDueRecords()
  }
  for (const at of new Set(late)) {
    for (const block of blocks.slice(at, at + 1)) await store(block)
    if (stops.includes(LENGTH - at)) await computeDueRecords()
  }
  await computeDueRecords()
  const kept = blocks.slice(0, LENGTH - lost)
  const above = START_BLOCK + kept.length
  await withWriteLock(client, () => removeRows(client, { above }, place))
  if (stops.length % 2 === 0) await computeDueRecords()
  const added = instead.map((event, i) => toRecordBlock(event, kept.length + i))
  for (const block of added) await store(block)
  await computeDueRecords()
  return [...kept, ...added]
}

/** Counted from the events by the definition. */
function countTrades(blocks: readonly RecordBlock[], wallet: number) {
  const sum = (kinds: readonly string[]) => {
    const own = blocks.flatMap(({ event }) =>
      "usd" in event && event.wallet === wallet && kinds.includes(event.kind) ? [event.usd] : [],
    )
    return { count: own.length, usd: own.reduce((total, usd) => total + wei(usd), 0n) }
  }
  const [trades, purchases, bets] = [sum(["buy", "sell"]), sum(["share", "fill"]), sum(["bet"])]
  return {
    ...{ wallet: getWallet(wallet), trades: trades.count, trade_volume: `${trades.usd}` },
    ...{ purchases: purchases.count, share_volume: `${purchases.usd}` },
    ...{ bets: bets.count, bet_volume: `${bets.usd}` },
  }
}

/** The figures as the lists behind them show them, read page by page. */
async function countListed(wallet: string) {
  const read = async (list: RecordList) => {
    const rows: RecordRow[] = []
    for (let page = 1; rows.length === (page - 1) * PAGE; page++) {
      rows.push(...(await findRecordRows(wallet, list, { page, limit: PAGE })))
    }
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    return rows
  }
  const sum = (rows: RecordRow[]) => `${rows.reduce((total, { usd }) => total + (usd ?? 0n), 0n)}`
  const won = (rows: RecordRow[]) => rows.filter(({ isWon }) => isWon).length
  const [trades, purchases, bets] = [
    await read("trades"),
    await read("purchases"),
    await read("bets"),
  ]
  const [markets, rounds, days] = [await read("markets"), await read("rounds"), await read("days")]
  return {
    ...{ trades: trades.length, trade_volume: sum(trades) },
    ...{ purchases: purchases.length, share_volume: sum(purchases) },
    ...{ bets: bets.length, bet_volume: sum(bets) },
    ...{ markets_won: won(markets), markets_lost: markets.length - won(markets) },
    ...{ rounds_won: won(rounds), rounds_lost: rounds.length - won(rounds) },
    ...{
      days_active: days.length,
      products: [...new Set(days.flatMap((day) => day.products))].sort(),
    },
  }
}

const PAGE = 3

test(
  "records are those of the rows, whatever came when, and those of a rebuild",
  async () => {
    let [traded, lossy] = [0, 0]
    await fc.assert(
      fc.asyncProperty(scenario, async (events) => {
        await reset()
        const blocks = await runScenario(events)
        const records = await readRecords()
        expect(records.map(({ wallet }) => wallet)).toEqual(
          Array.from({ length: WALLETS }, (_, wallet) => getWallet(wallet)),
        )
        for (const [wallet, record] of records.entries()) {
          expect(record).toMatchObject(countTrades(blocks, wallet))
          expect(record).toMatchObject(await countListed(getWallet(wallet)))
          const { realised } = await findPortfolio(getWallet(wallet), "all")
          expect(record.realised).toBe(`${realised}`)
          if (record.largest_loss !== "0") lossy += 1
          traded += Number(record.trades)
        }
        await markAllRecordsDue(client)
        await computeDueRecords()
        expect(await readRecords()).toEqual(records)
      }),
      { numRuns: runs(2, 40), endOnFailure: true, examples: [[covering]] },
    )
    expect(traded).toBeGreaterThanOrEqual(4)
    expect(lossy).toBeGreaterThanOrEqual(4)
  },
  runs(90_000, 900_000),
)

test("a row that comes while a record is computed leaves it due", async () => {
  await reset()
  await register(2)
  const [first, second] = [1, 2].map((usd) =>
    toRecordBlock({ kind: "buy", wallet: 2, token: 0, usd: 20 }, usd),
  )
  if (!first || !second) throw new Error("Two blocks")
  await store(first)
  await Promise.all([computeDueRecords(), store(second), computeDueRecords()])
  await computeDueRecords()
  expect(await readRecords()).toMatchObject([{ trades: 2 }])
  await client.query("delete from agent")
  expect(await readRecords()).toEqual([])
})

describe("an agent's confidence", () => {
  const wallet = addressOf(0xc0f)
  const counts = { trades: 0, traded: 0, wins: 0, losses: 0, warnings: 0, days: 0, banned: false }

  async function confidenceOf(overrides: Partial<typeof counts>) {
    const { trades, traded, wins, losses, warnings, days, banned } = { ...counts, ...overrides }
    await client.query(`delete from agent where wallet = '${wallet}';
      delete from reef_member where wallet = '${wallet}';
      insert into agent (wallet, agent_id, name, created_at)
        values ('${wallet}', 77, 'A', now() - interval '${days} days');
      insert into agent_record (wallet, trades, trade_volume, purchases, share_volume, bets, bet_volume,
        traded, markets_won, markets_lost, rounds_won, rounds_lost, days_active, products)
        values ('${wallet}', ${trades}, 0, 0, 0, 0, 0, ${traded}, ${wins}, ${losses}, 0, 0, 0, '{}');
      insert into reef_member (wallet, warnings, banned_at)
        values ('${wallet}', ${warnings}, ${banned ? "now()" : "null"})`)
    return (await findAgentConfidence(wallet))?.confidence
  }

  test.each([
    ["a new one", {}, 0.3],
    ["a perfect one", { days: 30, trades: 999, traded: 20, wins: 96 }, 0.996],
    ["half a month", { days: 15 }, 0.375],
    ["nine trades", { trades: 9 }, 0.383],
    ["one that lost everything", { losses: 4 }, 0.25],
    ["one warned twice", { warnings: 2 }, 0.2],
    ["one warned five times", { warnings: 5 }, 0.1],
    ["one banned", { banned: true }, 0.1],
  ])("of %s", async (_, overrides, expected) => {
    expect(await confidenceOf(overrides)).toBe(expected)
  })

  test("is that of the definition", async () => {
    const input = fc.record({
      trades: fc.nat(5_000),
      traded: fc.nat(40),
      wins: fc.nat(60),
      losses: fc.nat(60),
      warnings: fc.nat(5),
      banned: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(input, async ({ trades, traded, wins, losses, warnings, banned }) => {
        const activity = Math.min(1, Math.log10(1 + trades) / 3)
        const accuracy = (wins + 2) / (wins + losses + 4)
        const conduct = banned ? 0 : Math.max(0, 1 - 0.25 * warnings)
        const diversity = Math.min(1, traded / 20)
        const score = 0.25 * activity + 0.2 * diversity + 0.2 * accuracy + 0.2 * conduct
        const confidence = await confidenceOf({ trades, traded, wins, losses, warnings, banned })
        expect(confidence).toBe(Math.round(score * 1_000) / 1_000)
      }),
      { numRuns: runs(10, 400) },
    )
  })
})
