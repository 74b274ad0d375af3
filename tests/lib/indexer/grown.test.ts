import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { refreshLastDay } from "@/lib/indexer/projections/last-day"
import { dropEvents } from "@/lib/indexer/reindex"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { computeAllDue } from "@/lib/profiles/points/background"
import {
  alice,
  bob,
  carol,
  configureChain,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { STATES_OF_BRANCHES } from "@/tests/helpers/deployed-chain"
import { createMarkets } from "@/tests/helpers/markets"
import { catchUp, startFollower } from "./following"
import { playHistory } from "./history"

/** An index that grew with its chain, and one that reads the same chain from its beginning. */

let chain: TestChain

beforeAll(async () => {
  chain = await startChain({ keptStates: STATES_OF_BRANCHES })
  configureChain(chain)
})
afterAll(() => chain?.stop())

/** Columns that depend on when or in which order the index was made, and tables that it does not make. */
const differs: Record<string, string> = {
  "agent_record.*": "computed later, in the background",
  "agent_record_due.*": "marks what is computed later",
  "block.*": "headers of the newest blocks alone are kept",
  "index_cursor.*": "compared by the number of the indexed block",
  "stream_event.*": "tells what happened, once",
  "stream_event_default.*": "as stream_event",
  "stream_state.*": "as stream_event",
  "topic_version.*": "counts changes",
  "wallet_points.computed_at": "when it was computed",
  "pulse_count.computed_at": "as wallet_points",
  "token_reading.read_block": "as of the block at which the follower rested",
}

async function dumpEverything() {
  await computeAllDue()
  await connected(refreshLastDay)
  return connected(dumpTables)
}

async function connected<T>(work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function dumpTables(client: pg.Client) {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' order by table_name, ordinal_position`,
  )
  const tables = [...new Set(columns.map(({ table }) => table))]
  const dump: Record<string, string[]> = {}
  for (const table of tables) {
    if (isOutside(table)) continue
    const names = columns.flatMap((each) =>
      each.table === table && !(`${table}.${each.column}` in differs) ? each.column : [],
    )
    const { rows } = await client.query<{ line: string }>(
      `select row_to_json(line)::text as line from
        (select ${names.map((name) => `"${name}"`)} from "${table}") line order by 1`,
    )
    dump[table] = rows.map(({ line }) => line)
  }
  return dump
}

const isOutside = (table: string) => `${table}.*` in differs || table.startsWith("_prisma")

test("an index made anew equals the one that grew", async () => {
  let follower = await startFollower(chain)
  const tokens = await playHistory(chain, { markets: await createMarkets(chain) })
  await follower.settle()
  const fork = await chain.snapshot()
  // A branch that is left again, of which a part was reported and the follower saw all.
  const lost = await chain.buy(alice, tokens.kelp, "17")
  await syncTransaction(lost.transactionHash)
  await chain.launch(bob, { symbol: "LOST", name: "Lost" })
  await tokens.lending.send(alice, tokens.lending.vault.wrap(5n * 10n ** 18n))
  await tokens.markets.buyShares(bob, tokens.open, 1, "9")
  await follower.settle()
  await follower.stop()
  await chain.revert(fork)
  await chain.warp(120)
  // While no follower runs, transactions are reported, the newest first.
  const pair = await tokens.markets.createMarket(bob)
  const sent = [
    await chain.buy(carol, tokens.kelp, "6"),
    await tokens.lending.send(alice, tokens.lending.vault.wrap(2n * 10n ** 18n)),
    // Of two outcomes one moves up as far as the other moves down.
    pair.receipt,
    await tokens.markets.buyShares(alice, pair, 1, "8"),
    await tokens.markets.buyShares(bob, pair, 0, "20"),
  ]
  for (const each of sent.toReversed()) await syncTransaction(each.transactionHash)
  follower = await startFollower(chain)
  await follower.settle()
  await chain.sell(bob, tokens.reef, 3n)
  await follower.settle()
  await follower.stop()

  const grown = await dumpEverything()
  expect(grown.market_day?.join()).toContain(pair.token.toLowerCase())
  const filled = Object.keys(grown).filter((table) => grown[table]?.length)
  expect(filled.length).toBeGreaterThan(45)
  await connected(dropEvents)
  await catchUp(chain)
  const anew = await dumpEverything()
  for (const table of Object.keys(grown))
    expect([table, anew[table]]).toEqual([table, grown[table]])
})
