import pg from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { awaitSharedLock, connectLockHolder } from "@/lib/db/session-lock"
import { env } from "@/lib/env"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"

const LOCK = 7_320_002
const { signal } = new AbortController()
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>

beforeEach(async () => {
  proxy = await startDatabaseProxy(env().DATABASE_URL)
})
afterEach(() => proxy.stop())

test("the server notices within a minute that a holder's host has vanished", async () => {
  const client = await connectLockHolder()
  const shown = async (name: string) =>
    Object.values((await client.query(`show ${name}`)).rows[0])[0]
  const idle = Number(await shown("tcp_keepalives_idle"))
  const interval = Number(await shown("tcp_keepalives_interval"))
  const count = Number(await shown("tcp_keepalives_count"))
  expect([idle, interval, count]).toEqual([15, 5, 3])
  expect(idle + interval * count).toBeLessThan(60)
  expect(await shown("tcp_user_timeout")).toBe("30000")
  await client.end()
})

test("a holder notices that its database has fallen silent, and lets go", async () => {
  const client = await connectLockHolder({ connectionString: proxy.url, queryTimeoutMs: 300 })
  expect(await awaitSharedLock(client, LOCK, signal)).toBe(true)
  proxy.silence()
  await expect(awaitSharedLock(client, LOCK, signal)).rejects.toThrow("Query read timeout")
  await expect(awaitSharedLock(client, LOCK, signal)).rejects.toThrow()
  await client.end()
})

test("a holder does not wait for ever to connect", async () => {
  proxy.silence()
  const options = { connectionString: proxy.url, queryTimeoutMs: 200 }
  await expect(connectLockHolder(options)).rejects.toThrow("timeout expired")
})

test("an end that nobody confirms is an end", async () => {
  const client = await connectLockHolder({ connectionString: proxy.url })
  proxy.silence()
  const start = performance.now()
  await client.end()
  expect(performance.now() - start).toBeLessThan(5_000)
})

test("a program without leases that holds the lock alone is waited for, and cannot take it beside others", async () => {
  const former = new pg.Client({ connectionString: env().DATABASE_URL })
  await former.connect()
  const take = async () =>
    (await former.query("select pg_try_advisory_lock($1) as taken", [LOCK])).rows[0]?.taken
  expect(await take()).toBe(true)
  const [first, second] = await Promise.all([connectLockHolder(), connectLockHolder()])
  const stop = new AbortController()
  const stopped = awaitSharedLock(second, LOCK, stop.signal)
  stop.abort()
  expect(await stopped).toBe(false)
  const waiting = awaitSharedLock(first, LOCK, signal)
  await former.query("select pg_advisory_unlock_all()")
  expect(await waiting).toBe(true)
  expect(await awaitSharedLock(second, LOCK, signal)).toBe(true)
  expect(await take()).toBe(false)
  await Promise.all([first.end(), second.end(), former.end()])
})
