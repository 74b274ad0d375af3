import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { findIndexStatus } from "@/lib/events/index-status"
import { dropEvents, rebuildProjections } from "@/lib/indexer/reindex"
import { alice, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { catchUp, startFollower, until } from "./following"
import { playHistory } from "./history"
import { type Dump, dump } from "./tables"

let chain: TestChain
let tokens: Awaited<ReturnType<typeof playHistory>>
let expected: Dump

const projects = async () =>
  (
    await pool().query(
      "select t.*, p.* from token t join project p on p.id = project_id order by id",
    )
  ).rows

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  tokens = await playHistory(chain)
  await catchUp(chain)
  expected = await dump(pool())
})
afterAll(() => chain?.stop())

async function connected<T>(work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  return work(client).finally(() => client.end())
}

test("rebuilding from facts reproduces every table, project ids included", async () => {
  const before = await projects()
  // What is broken must be mended, and what does not belong must go.
  await pool().query(`update token set trade_count = 77, reserve0 = 1, holder_count = 9;
    update candle set open = 1; delete from holder; delete from referral;
    insert into whitelist_entry values ('0xa', '0xb', 5)`)
  const lines: string[] = []
  await connected((client) => rebuildProjections(client, chain.book, (line) => lines.push(line)))
  expect(await dump(pool())).toEqual(expected)
  expect(await projects()).toEqual(before)
  expect(lines.length).toBeGreaterThan(3)
})

test("reading the chain again reproduces every table while the follower runs", async () => {
  const before = await projects()
  const follower = await startFollower(chain)
  await follower.settle()
  // What is read again is right again. The follower may be as quick as to have done so when the events are gone.
  await pool().query("update trade set price = 1")
  await connected(dropEvents)
  await follower.settle()
  await follower.stop()
  expect(await dump(pool())).toEqual(expected)
  expect(await projects()).toEqual(before)
})

test("the lag is measured against the head, and against a newer one from the node", async () => {
  await catchUp(chain)
  const atHead = await findIndexStatus()
  expect(atHead).toMatchObject({ lagBlocks: 0, lagSeconds: 0, indexedBlock: await chain.head() })
  await chain.warp(60)
  await chain.buy(alice, tokens.kelp, "1")
  const block = (await chain.call("eth_getBlockByNumber", "latest", false)) as { timestamp: string }
  const head = { number: await chain.head(), time: new Date(Number(block.timestamp) * 1000) }
  const behind = await findIndexStatus(head)
  expect(behind?.lagBlocks).toBe(1)
  expect(behind?.lagSeconds).toBeGreaterThanOrEqual(60)
})

test("dropping the facts fails no reader that holds some tables and needs others", async () => {
  await catchUp(chain)
  await connected(async (reader) => {
    await reader.query("begin")
    await reader.query("select from holder limit 1")
    const dropped = connected(dropEvents)
    await until(async () => {
      const { rows } = await pool().query(
        "select from pg_locks where not granted and mode = 'AccessExclusiveLock'",
      )
      return rows.length > 0
    })
    for (const table of ["trade", "token", "tx", "pool_sync"]) {
      await reader.query(`select from ${table} limit 1`)
    }
    await reader.query("commit")
    await dropped
  })
  expect((await dump(pool())).trade).toHaveLength(0)
})
