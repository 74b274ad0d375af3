import { setTimeout } from "node:timers/promises"
import pg from "pg"
import pidusage from "pidusage"
import { headOf } from "@/scripts/local/rpc"
import { digits, type Figures, interleave, type Options, printRows } from "./harness"
import { createDatabase, listCheckouts, start, stop, withCleanup } from "./instances"
import { indexVariables, startTradeGenerator, type TradeGenerator } from "./trade-generator"

/** Buys and sells of a transaction; with transfers and changes of pools a block has so many events. */
const TRADES_PER_TRANSACTION = 6
const EVENTS_PER_BLOCK = 570

/**
 * Reads a whole chain of real trades into an empty database with the follower, as `npm start` runs it, beside another
 * checkout's.
 */
export const benchBackfill = (options: Options) =>
  withCleanup(async (cleanup) => {
    const generator = await startTradeGenerator()
    cleanup(generator.stop)
    let events = 0
    for (const target of options.events) {
      const blocks = Math.max(0, Math.ceil((target - events) / EVENTS_PER_BLOCK))
      await generator.emitTrades(blocks, TRADES_PER_TRANSACTION)
      events = await measure(generator, options)
    }
  })

/** Returns the number of events that were stored. */
async function measure(generator: TradeGenerator, options: Options) {
  const { number: head } = await headOf(generator.url)
  const megabytes = new Map<string, number>()
  let stored = 0
  const followers = listCheckouts(options).map((checkout) => ({
    what: "the whole chain",
    server: checkout.server,
    measure: () =>
      withCleanup(async (cleanup): Promise<Figures> => {
        const url = await createDatabase(checkout, cleanup)
        const run = await follow(checkout.folder, indexVariables(generator, url), head)
        const most = Math.max(run.megabytes, megabytes.get(checkout.server) ?? 0)
        megabytes.set(checkout.server, most)
        stored = run.events
        const rate = (run.events / run.ms) * 1_000
        return { rate, min: run.ms, p50: run.ms, p99: run.ms, errors: 0 }
      }),
  }))
  const rows = await interleave(followers, options.rounds)
  for (const row of rows) {
    row.more = { "most MB": digits(megabytes.get(row.server) ?? Number.NaN) }
  }
  printRows(`Backfill of ${digits(stored)} events in ${digits(head)} blocks`, rows)
  return stored
}

/** From the first block that is stored up to the head: the program's own start does not count. */
async function follow(folder: string, variables: Record<string, string>, head: number) {
  const client = new pg.Client({ connectionString: variables.DATABASE_URL })
  await client.connect()
  const child = start(["--import", "tsx", "scripts/indexer.ts"], folder, variables)
  const pid = child.pid ?? 0
  child.then(({ all, exitCode }) => {
    if (exitCode !== 0) console.log(`The follower of ${folder} failed:\n${all}`)
  })
  try {
    let megabytes = 0
    let started: number | undefined
    for (;;) {
      const { rows } = await client.query<{ block: number }>(
        "select indexed_block as block from index_cursor where id = 1",
      )
      const block = rows[0]?.block ?? -1
      if (block >= 0) started ??= performance.now()
      megabytes = Math.max(megabytes, (await pidusage(pid)).memory / 1_000_000)
      if (started !== undefined && block >= head) {
        const ms = performance.now() - started
        return { events: await countEvents(client), ms, megabytes }
      }
      await setTimeout(20)
    }
  } finally {
    await stop(child)
    await client.end()
  }
}

async function countEvents(client: pg.Client) {
  const tables = ["trade", "pool_sync", "transfer"].map(
    (table) => `(select count(*) from ${table})`,
  )
  const { rows } = await client.query<{ events: number }>(
    `select (${tables.join(" + ")})::int as events`,
  )
  return rows[0]?.events ?? 0
}
