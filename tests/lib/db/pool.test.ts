/** @module-tag long */
import type pg from "pg"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { createPool } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"

const TIMEOUT_MS = 1_000
/** What the service promises is 6 s for its 3.5 s, waits for another's query included. */
const PROMISED_MS = TIMEOUT_MS * 1.5

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
let pool: pg.Pool

beforeEach(async () => {
  proxy = await startDatabaseProxy(env().DATABASE_URL)
  pool = createPool({ max: 4, timeoutMs: TIMEOUT_MS, connectionString: proxy.url })
})

afterEach(async () => {
  await proxy.stop()
  await pool.end()
})

const one = () => pool.query("select 1")
const open = (count: number) => Promise.all(Array.from({ length: count }, one))

/** A busy machine may take longer for a new connection than a query waits: another one answers then. */
const answersSoon = () => expect.poll(async () => (await outcome(one())).error).toBeNull()

/** How a promise ended, and after how many milliseconds. */
async function outcome(work: Promise<unknown>) {
  const start = performance.now()
  const error = await work.then(
    () => null,
    (reason: Error) => reason.message,
  )
  return { error, ms: performance.now() - start }
}

test("a process that stalls in a transaction keeps its locks for ten seconds only", async () => {
  const stalled = await pool.connect()
  await stalled.query("begin; select pg_advisory_xact_lock(1)")
  const isFree = async () => {
    const { rows } = await pool.query("select pg_try_advisory_xact_lock(1) as free")
    return rows[0]?.free
  }
  expect(await isFree()).toBe(false)
  await expect.poll(isFree, { timeout: 15_000, interval: 500 }).toBe(true)
  await expect(stalled.query("commit")).rejects.toThrow()
  stalled.release(true)
})

describe("a silent database", () => {
  test("fails queries within the time promised, in flight and new, more than there are connections", async () => {
    await open(4)
    proxy.silence()
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcome(one())))
    for (const { error, ms } of outcomes) {
      expect(error).toMatch(/^(Query read timeout|timeout exceeded|Connection terminated)/)
      expect(ms).toBeLessThan(PROMISED_MS)
    }
  })

  test("fails faster while it stays away, and answers once it is back", async () => {
    await one()
    proxy.silence()
    await outcome(one())
    const again = await outcome(one())
    expect(again.error).not.toBeNull()
    expect(again.ms).toBeLessThan(TIMEOUT_MS * 0.75)
    proxy.loseConnections()
    await answersSoon()
  })

  test("attempts that hang do not keep the places of new ones: once it is back queries answer", async () => {
    await open(4)
    proxy.silence()
    await Promise.all(Array.from({ length: 8 }, () => outcome(one())))
    const hanging = Array.from({ length: 8 }, () => outcome(one()))
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS / 8))
    proxy.loseConnections()
    await answersSoon()
    await Promise.all(hanging)
  })

  test("a transaction ends with the query that got no answer: its rollback is not waited for", async () => {
    const client = await pool.connect()
    await client.query("begin")
    proxy.silence()
    const { error, ms } = await outcome(
      client.query("select 1").catch(async (reason) => {
        await client.query("rollback").catch(() => {})
        throw reason
      }),
    )
    expect(error).toBe("Query read timeout")
    expect(ms).toBeLessThan(PROMISED_MS)
    client.release()
    proxy.loseConnections()
    await answersSoon()
  })
})

describe("lost connections", () => {
  test("idle ones are found out before use: the next query answers", async () => {
    await open(4)
    await new Promise((resolve) => setTimeout(resolve, 150))
    proxy.loseConnections()
    const { error, ms } = await outcome(one())
    expect(error).toBeNull()
    expect(ms).toBeLessThan(2 * TIMEOUT_MS)
    // All four were replaced at the price of one.
    const others = await Promise.all([outcome(one()), outcome(one()), outcome(one())])
    for (const other of others) {
      expect(other.error).toBeNull()
      expect(other.ms).toBeLessThan(TIMEOUT_MS / 4)
    }
  })

  test("one in use fails its own query; the next one answers although all were lost", async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
    proxy.loseConnections()
    const lost = await Promise.all(clients.map((client) => outcome(client.query("select 1"))))
    for (const client of clients) client.release()
    expect(lost.map(({ error }) => error)).toEqual(Array(4).fill("Query read timeout"))
    await answersSoon()
  })

  test("do not hold callers back who need another connection", async () => {
    await open(1)
    proxy.loseConnections()
    const lost = outcome(one())
    const { error, ms } = await outcome(one())
    expect(error).toBeNull()
    expect(ms).toBeLessThan(TIMEOUT_MS / 2)
    expect((await lost).error).toBe("Query read timeout")
  })
})

describe("a database that is there", () => {
  test("cancels a statement that takes too long itself, and the connection is used on", async () => {
    const client = await pool.connect()
    await expect(client.query("select pg_sleep(5)")).rejects.toMatchObject({ code: "57014" })
    await client.query("select 1")
    client.release()
    expect(proxy.opened()).toBe(1)
  })

  test("is asked by one connection again and again", async () => {
    for (let i = 0; i < 5; i++) await one()
    await new Promise((resolve) => setTimeout(resolve, 150))
    await one()
    expect(proxy.opened()).toBe(1)
  })

  test("is not taken for away when its connections are in use: the next one waits as long as ever", async () => {
    const small = createPool({ max: 1, timeoutMs: TIMEOUT_MS, connectionString: proxy.url })
    const held = await small.connect()
    const next = small.connect()
    const tooLate = outcome(small.query("select 1"))
    setTimeout(() => held.release(), TIMEOUT_MS / 4)
    expect((await tooLate).error).toMatch(/^timeout exceeded/)
    const waiting = outcome(small.query("select 1"))
    const holder = await next
    setTimeout(() => holder.release(), TIMEOUT_MS * 0.8)
    expect((await waiting).error).toBeNull()
    await small.end()
  })

  test("serves statements without a limit where a pool has none", async () => {
    const patient = createPool({
      max: 1,
      timeoutMs: TIMEOUT_MS,
      statementTimeoutMs: 0,
      connectionString: proxy.url,
    })
    const sleep = `select pg_sleep(${(TIMEOUT_MS * 1.2) / 1_000})`
    await expect(patient.query(sleep)).resolves.toMatchObject({ rowCount: 1 })
    await patient.end()
  })

  test("a connection that is lost while it is held does not end the process", async () => {
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
    await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid])
    await expect(client.query("select 1")).rejects.toThrow()
    client.release(true)
    await expect(one()).resolves.toMatchObject({ rowCount: 1 })
  })
})
