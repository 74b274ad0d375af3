import { pool } from "@/lib/db/client"
import { addToCandles } from "@/lib/indexer/projections/candles"
import { type Interval, intervalNames } from "@/lib/tokens/candles/intervals"
import { findCandlesJson } from "@/lib/tokens/candles/queries"
import { candleList } from "@/lib/tokens/candles/schema"
import { WAD } from "@/lib/units"
import { createDatabase } from "./database"
import { formatRatio, median, percentile, printTable } from "./table"

const LARGE = { token: `0x${"a".repeat(40)}`, syncs: 1_000_000 }
const SMALL = { token: `0x${"b".repeat(40)}`, syncs: 1_000 }

const DAYS = 90
const BATCH = 20_000
const RUNS = 300
const MAX_RATIO = 1.5

/** Both histories fill this many buckets of every interval, so that the pages are equally long. */
const CANDLES_PER_PAGE = 60

/** A page of candles must not cost more because the token has a longer history. */
async function main() {
  const database = await createDatabase("candles")
  try {
    process.env.DATABASE_URL = database.url
    for (const history of [SMALL, LARGE]) await fillHistory(history)
    await pool().query("vacuum analyze")
    const rows = []
    for (const fill of [false, true]) {
      for (const interval of intervalNames) rows.push(await compare(interval, fill))
    }
    printTable(
      `Candles: ${CANDLES_PER_PAGE} buckets of a token with 1,000,000 sync events against one with 1,000; aim: at most ${MAX_RATIO}`,
      [
        "interval",
        "fill",
        "1,000 p50 us",
        "1,000,000 p50 us",
        "ratio",
        "p99 us",
        "p99 us",
        "ratio",
      ],
      rows,
    )
  } finally {
    await pool().end()
    await database.drop()
  }
}

type History = { token: string; syncs: number }

/** The token's Sync rows spread evenly over the days, made into candles by the indexer's own code. */
async function fillHistory({ token, syncs }: History) {
  await pool().query("insert into project (address) values ($1)", [token])
  await pool().query(
    `insert into token (address, project_id, name, symbol, dev, multiplier, base_reserve0,
      base_reserve1, created_at, created_block)
    select address, id, 'Token', 'T', address, 100, 0, 0, now(), 1 from project where address = $1`,
    [token],
  )
  const end = Math.floor(Date.now() / 1000)
  const spacing = (DAYS * 86_400) / syncs
  const client = await pool().connect()
  for (let first = 0; first < syncs; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, syncs - first) }, (_, index) => {
      const number = first + index
      const wave = BigInt(Math.round(1_000_000 * (2 + Math.sin(number / 997))))
      return {
        id: (number + 1) * 1_000_000,
        time: end - Math.floor((syncs - number) * spacing),
        token,
        reserve0: 10_000n * WAD + BigInt(number),
        reserve1: (wave * 10_000n * WAD) / 1_000_000n,
      }
    })
    await client.query(
      `insert into pool_sync (id, tx_id, time, token, reserve0, reserve1)
      select id + $5, id, to_timestamp(at), $1, r0, r1
      from unnest($2::bigint[], $3::bigint[], $4::numeric[], $6::numeric[]) as row (id, at, r0, r1)`,
      [
        token,
        rows.map(({ id }) => id),
        rows.map(({ time }) => time),
        rows.map(({ reserve0 }) => reserve0),
        syncs === LARGE.syncs ? 1 : 2,
        rows.map(({ reserve1 }) => reserve1),
      ],
    )
    await addToCandles(client, rows, [])
  }
  client.release()
}

async function compare(interval: Interval, fill: boolean) {
  const query = { interval, from: 0, to: Date.now(), limit: CANDLES_PER_PAGE, fill }
  const timings = new Map([SMALL, LARGE].map(({ token }) => [token, [] as number[]]))
  for (let run = -20; run < RUNS; run++) {
    for (const [token, list] of timings) {
      const startedAt = performance.now()
      const { text } = await findCandlesJson(token, query)
      const took = (performance.now() - startedAt) * 1000
      if (run === -20 && candleList.parse(JSON.parse(text)).count !== CANDLES_PER_PAGE) {
        throw new Error(`${interval} of ${token} does not fill a page`)
      }
      if (run >= 0) list.push(took)
    }
  }
  const [small = [], large = []] = timings.values()
  const [p50, p50Large] = [median(small), median(large)]
  const [p99, p99Large] = [percentile(small, 0.99), percentile(large, 0.99)]
  return [
    interval,
    fill ? "yes" : "no",
    Math.round(p50),
    Math.round(p50Large),
    formatRatio(p50Large, p50),
    Math.round(p99),
    Math.round(p99Large),
    formatRatio(p99Large, p99),
  ]
}

await main()
