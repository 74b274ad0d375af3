import pg from "pg"
import { pool as currentPool, replacePool } from "@/lib/db/client"
import { findRoundJson, findRoundsJson } from "@/lib/updown/queries"
import { findWalletRoundsJson } from "@/lib/updown/wallet-queries"
import { createDatabase } from "./database"
import { ADDRESS_BOOK } from "./sample-rows"
import { formatRatio, median, percentile, printTable } from "./table"
import { contracts, fillRounds, UPDOWN_BOOK, WALLET } from "./updown-rows"

/** Rounds of an asset in a day, and in a year. */
const SIZES = [288, 105_120]
const RUNS = 300
const WARM_UP = 20
const MAX_RATIO = 1.2

type Page = {
  what: string
  read: () => Promise<{ text: string }>
  /** The same rows as somebody would read them by hand. */
  plain: readonly [sql: string, values: readonly unknown[]][]
}

const list = { token: "btc", limit: 20 } as const
const BTC = contracts[0]
const byRound = (where: string, order: string, limit: number) =>
  `select * from updown_round where contract = $1 ${where} order by ${order} limit ${limit}`

const pages: Page[] = [
  {
    what: "rounds of a timeframe",
    read: () => findRoundsJson({ ...list, tf: 0 }),
    plain: [[byRound("and tf = 0", "round_id desc", 21), [BTC]]],
  },
  {
    what: "rounds of all timeframes",
    read: () => findRoundsJson(list),
    plain: [[byRound("", "round_id desc, tf", 21), [BTC]]],
  },
  {
    what: "rounds below the 150th",
    read: () => findRoundsJson({ ...list, tf: 0, cursor: "150" }),
    plain: [[byRound("and tf = 0 and round_id < 150", "round_id desc", 21), [BTC]]],
  },
  {
    what: "canceled rounds",
    read: () => findRoundsJson({ ...list, outcome: "canceled", limit: 5 }),
    plain: [[byRound("and outcome = 3", "round_id desc, tf", 6), [BTC]]],
  },
  {
    what: "a round",
    read: () => findRoundJson({ token: "btc", tf: 0, roundId: 150 }),
    plain: [[byRound("and tf = 0 and round_id = 150", "round_id", 1), [BTC]]],
  },
  {
    what: "what a wallet bet in each round of an asset",
    read: () => findWalletRoundsJson(WALLET),
    plain: [
      ["select * from updown_wallet where wallet = $1", [WALLET]],
      ...(["active", "claimable"] as const).map((state): Page["plain"][number] => [
        `select p.*, r.end_time from updown_position p join updown_round r using (contract, tf, round_id)
            where p.wallet = $1 and p.state = $2 order by p.bet_id desc limit 100`,
        [WALLET, state],
      ]),
    ],
  },
]

/** A year of rounds must cost a page no more than a day of them. */
async function main() {
  const databases = []
  for (const size of SIZES) databases.push(await createDatabase(`updown_${size}`))
  process.env.DATABASE_URL = databases[0]?.url ?? ""
  process.env.CONTRACTS = JSON.stringify({ ...JSON.parse(ADDRESS_BOOK), upDown: UPDOWN_BOOK })
  const pools = databases.map(({ url }) => new pg.Pool({ connectionString: url, max: 4 }))
  try {
    for (const [place, pool] of pools.entries()) await fillRounds(pool, SIZES[place] ?? 0)
    const rows = []
    for (const page of pages) rows.push(await compare(page, pools))
    printTable(
      `525,600 rounds, a year of 5 minutes of five assets, against 1,440, a day; aim: at most ${MAX_RATIO}. Plain: pg, SQL by hand, JSON.stringify`,
      [
        ...["page", "day p50 us", "year p50 us", "ratio", "p99 us", "p99 us", "ratio"],
        ...["day to plain", "year to plain"],
      ],
      rows,
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    for (const database of databases) await database.drop()
  }
}

/** Turn by turn, so that what else the machine does weighs on all alike. */
async function compare({ what, read, plain }: Page, pools: readonly pg.Pool[]) {
  const readers = [async () => (await read()).text, () => readPlain(plain)]
  const subjects = readers.flatMap((reader) =>
    pools.map((pool) => ({ reader, pool, timings: [] as number[] })),
  )
  const lengths = new Set<number>()
  for (let run = -WARM_UP; run < RUNS; run++) {
    for (const [place, { reader, pool, timings }] of subjects.entries()) {
      replacePool(pool)
      const startedAt = performance.now()
      const text = await reader()
      if (run >= 0) timings.push((performance.now() - startedAt) * 1000)
      if (place < pools.length) lengths.add(countRows(text))
    }
  }
  if (lengths.size !== 1) throw new Error(`Pages of ${what} differ in length: ${[...lengths]}`)
  const [day, year, plainDay, plainYear] = subjects.map(({ timings }) => ({
    p50: median(timings),
    p99: percentile(timings, 0.99),
  }))
  if (!day || !year || !plainDay || !plainYear) throw new Error("Nothing was measured")
  return [
    what,
    ...[Math.round(day.p50), Math.round(year.p50), formatRatio(year.p50, day.p50)],
    ...[Math.round(day.p99), Math.round(year.p99), formatRatio(year.p99, day.p99)],
    ...[formatRatio(day.p50, plainDay.p50), formatRatio(year.p50, plainYear.p50)],
  ]
}

const countRows = (text: string) => text.split('"roundId"').length

async function readPlain(queries: Page["plain"]) {
  const found = await Promise.all(
    queries.map(([sql, values]) => currentPool().query(sql, [...values])),
  )
  return JSON.stringify(found.map(({ rows }) => rows))
}

await main()
