import type pg from "pg"
import { pool as currentPool, replacePool } from "@/lib/db/client"
import { findRoundJson, findRoundsJson } from "@/lib/updown/queries"
import { findWalletRoundsJson } from "@/lib/updown/wallet-queries"
import { checkLengths, sizeCells, sizeHeadings, timeInTurn, withDatabases } from "./compare-sizes"
import { ADDRESS_BOOK } from "./sample-rows"
import { formatRatio, median, printTable } from "./table"
import { contracts, fillRounds, UPDOWN_BOOK, WALLET } from "./updown-rows"

/** Rounds of an asset in a day, and in a year. */
const SIZES = [288, 105_120]
const RUNS = 300
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
  await withDatabases("updown", SIZES, async (databases) => {
    process.env.CONTRACTS = JSON.stringify({ ...JSON.parse(ADDRESS_BOOK), upDown: UPDOWN_BOOK })
    for (const { pool, size } of databases) await fillRounds(pool, size)
    const pools = databases.map(({ pool }) => pool)
    const rows = []
    for (const page of pages) rows.push(await compare(page, pools))
    printTable(
      `525,600 rounds, a year of 5 minutes of five assets, against 1,440, a day; aim: at most ${MAX_RATIO}. Plain: pg, SQL by hand, JSON.stringify`,
      ["page", ...sizeHeadings("day", "year"), "day to plain", "year to plain"],
      rows,
    )
  })
}

async function compare({ what, read, plain }: Page, pools: readonly pg.Pool[]) {
  const lengths: number[] = []
  const readers = [
    async () => lengths.push(countRows((await read()).text)),
    async () => readPlain(plain),
  ]
  const subjects = readers.flatMap((reader) => pools.map((pool) => ({ reader, pool })))
  const readOf = ({ reader, pool }: (typeof subjects)[number]) => {
    replacePool(pool)
    return reader()
  }
  const timings = await timeInTurn(subjects, readOf, { runs: RUNS })
  checkLengths(what, lengths)
  const [day = Number.NaN, year = Number.NaN, plainDay = 0, plainYear = 0] = timings.map(median)
  return [
    ...[what, ...sizeCells(timings)],
    ...[formatRatio(day, plainDay), formatRatio(year, plainYear)],
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
