import pg from "pg"
import { judgeAims } from "./aims"
import { runBackfill } from "./backfill-process"
import { createDatabase } from "./database"
import { indexVariables, startScript } from "./indexed-chain"
import { formatRatio, groupDigits, median, percentile, printTable } from "./table"
import { startTradeGenerator } from "./trade-generator"

/** Blocks of the chain; its rows are then copied until there are two million events. */
const BLOCKS = 400
const EVENTS = 2_000_000

/** Readers at once, and for how long before the rebuild. */
const READERS = 4
const QUIET_MS = 10_000

const MAX_SLOWER = 2

/** Working everything derived out again (`npm run reindex`) while requests are answered. */
async function main() {
  const generator = await startTradeGenerator()
  const database = await createDatabase("reindex")
  const variables = indexVariables(generator, database.url)
  Object.assign(process.env, variables)
  // The environment is read once, on first use: the modules are loaded when it is complete.
  const { pool } = await import("@/lib/db/client")
  try {
    await generator.emitTrades(BLOCKS, 6)
    const { events } = await runBackfill(variables)
    const copies = Math.ceil(EVENTS / events)
    await copyRows(database.url, copies)
    const read = await createReads(generator.book.mainToken)
    const quiet = await readUntil(read, new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
    const started = performance.now()
    const during = await readUntil(read, rebuild(variables))
    const seconds = (performance.now() - started) / 1000
    const row = (name: string, { times, failed }: Reads) => [
      ...[name, groupDigits(times.length), median(times).toFixed(2)],
      ...[
        percentile(times, 0.99).toFixed(2),
        failed,
        formatRatio(median(times), median(quiet.times)),
      ],
    ]
    printTable(
      `Reads by ${READERS} at once beside a rebuild of ${groupDigits(events * copies)} events (${seconds.toFixed(0)} s)`,
      ["when", "reads", "p50 ms", "p99 ms", "failed", "to before"],
      [row("before", quiet), row("during", during)],
    )
    judgeAims([
      { name: "reads that failed", value: during.failed, most: 0 },
      {
        name: "p50 beside the rebuild to before",
        value: median(during.times) / median(quiet.times),
        most: MAX_SLOWER,
      },
    ])
  } finally {
    await pool().end()
    await database.drop()
    await generator.stop()
  }
}

/** Copies of all rows, each above the blocks of the one before. */
async function copyRows(connectionString: string, copies: number) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query("select max(block_number) + 1 as blocks from tx")
  const { blocks } = rows[0] as { blocks: number }
  for (let copy = 1; copy < copies; copy++) {
    const [more, ids] = [copy * blocks, copy * blocks * 1_000_000]
    await client.query(
      `insert into tx select id + ${ids}, chain_id, sha256(hash || '${copy}'), block_number + ${more},
        block_hash, time + make_interval(secs => ${more}) from tx where block_number < ${blocks}`,
    )
    const first = `where id < ${blocks * 1_000_000}`
    await client.query(
      `insert into trade select (t).* from (select jsonb_populate_record(r, jsonb_build_object(
        'id', id + ${ids}, 'tx_id', tx_id + ${ids}, 'time', time + make_interval(secs => ${more}))) t
        from trade r ${first}) copied`,
    )
    await client.query(
      `insert into pool_sync select (t).* from (select jsonb_populate_record(r, jsonb_build_object(
        'id', id + ${ids}, 'tx_id', tx_id + ${ids}, 'time', time + make_interval(secs => ${more}))) t
        from pool_sync r ${first}) copied`,
    )
    await client.query(
      `insert into transfer select (t).* from (select jsonb_populate_record(r, jsonb_build_object(
        'id', id + ${ids}, 'tx_id', tx_id + ${ids})) t from transfer r ${first}) copied`,
    )
  }
  await client.query("vacuum analyze")
  await client.end()
}

/** What the lists, a token and its trades are answered from, one after the other. */
async function createReads(token: string) {
  const { findTokenJson, findTokensJson } = await import("@/lib/tokens/queries")
  const { findTradesJson } = await import("@/lib/tokens/trades/queries")
  const { tokenListQuery } = await import("@/lib/tokens/schema")
  const { tradeListQuery } = await import("@/lib/tokens/trades/schema")
  const reads = [
    () => findTokensJson(tokenListQuery.parse({})),
    () => findTokenJson(token),
    () => findTradesJson(token, tradeListQuery.parse({})),
  ]
  let next = 0
  return () => reads[next++ % reads.length]?.()
}

type Reads = { times: number[]; failed: number }

async function readUntil(read: () => unknown, end: Promise<unknown>): Promise<Reads> {
  const result: Reads = { times: [], failed: 0 }
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  const loop = async () => {
    while (!isOver) {
      const started = performance.now()
      try {
        await read()
        result.times.push(performance.now() - started)
      } catch (error) {
        if (result.failed++ === 0) console.error(error)
      }
    }
  }
  await Promise.all([over, ...Array.from({ length: READERS }, loop)])
  return result
}

async function rebuild(variables: Record<string, string>) {
  const [code] = await startScript("scripts/reindex.ts", variables).ended
  if (code !== 0) throw new Error(`The rebuild ended with ${code}`)
}

await main()
