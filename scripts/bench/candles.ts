import { pool } from "@/lib/db/client"
import { addToCandles } from "@/lib/indexer/projections/candles"
import { type Interval, intervalNames } from "@/lib/tokens/candles/intervals"
import { findCandlesJson } from "@/lib/tokens/candles/queries"
import { candleList } from "@/lib/tokens/candles/schema"
import { WAD } from "@/lib/units"
import { sizeCells, sizeHeadings, timeInTurn, withDatabase } from "./compare-sizes"
import { printTable } from "./table"

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
  await withDatabase("candles", async () => {
    for (const history of [SMALL, LARGE]) await fillHistory(history)
    await pool().query("vacuum analyze")
    const rows = []
    for (const fill of [false, true]) {
      for (const interval of intervalNames) rows.push(await compare(interval, fill))
    }
    printTable(
      `Candles: ${CANDLES_PER_PAGE} buckets of a token with 1,000,000 sync events against one with 1,000; aim: at most ${MAX_RATIO}`,
      ["interval", "fill", ...sizeHeadings("1,000", "1,000,000")],
      rows,
    )
  })
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
  const read = ({ token }: History) => findCandlesJson(token, query)
  const subjects = [SMALL, LARGE]
  for (const { text } of await Promise.all(subjects.map(read))) {
    if (candleList.parse(JSON.parse(text)).count === CANDLES_PER_PAGE) continue
    throw new Error(`The candles of ${interval} do not fill a page`)
  }
  const timings = await timeInTurn(subjects, read, { runs: RUNS })
  return [interval, fill ? "yes" : "no", ...sizeCells(timings)]
}

await main()
