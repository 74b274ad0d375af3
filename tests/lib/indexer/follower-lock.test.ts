import pg from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { env } from "@/lib/env"
import { awaitFollowerLock, connectFollower, tryFollowerLock } from "@/lib/indexer/follower-lock"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>

beforeEach(async () => {
  proxy = await startDatabaseProxy(env().DATABASE_URL)
})
afterEach(() => proxy.stop())

test("the server notices within a minute that a follower's host has vanished", async () => {
  const client = await connectFollower()
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

test("a follower notices that its database has fallen silent, and lets go", async () => {
  const client = await connectFollower({ connectionString: proxy.url, queryTimeoutMs: 300 })
  expect(await tryFollowerLock(client)).toBe(true)
  proxy.silence()
  await expect(tryFollowerLock(client)).rejects.toThrow("Query read timeout")
  await expect(tryFollowerLock(client)).rejects.toThrow()
  await client.end()
})

test("a follower does not wait for ever to connect", async () => {
  proxy.silence()
  const options = { connectionString: proxy.url, queryTimeoutMs: 200 }
  await expect(connectFollower(options)).rejects.toThrow("timeout expired")
})

test("an end that nobody confirms is an end", async () => {
  const client = await connectFollower({ connectionString: proxy.url })
  proxy.silence()
  const start = performance.now()
  await client.end()
  expect(performance.now() - start).toBeLessThan(5_000)
})

test("one follower has its turn; another waits until it ends, or until it is told to stop", async () => {
  const first = await connectFollower()
  const second = await connectFollower()
  expect(await awaitFollowerLock(first)).toBe(true)
  const stop = new AbortController()
  const stopped = awaitFollowerLock(second, stop.signal)
  stop.abort()
  expect(await stopped).toBe(false)
  const next = awaitFollowerLock(second)
  await first.end()
  expect(await next).toBe(true)
  await second.end()
})

test("a broken connection frees the turn", async () => {
  const holder = await connectFollower()
  await awaitFollowerLock(holder)
  const other = new pg.Client({ connectionString: env().DATABASE_URL })
  await other.connect()
  const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid")
  await other.query("select pg_terminate_backend($1)", [rows[0]?.pid])
  await expect.poll(() => tryFollowerLock(other)).toBe(true)
  await expect(tryFollowerLock(holder)).rejects.toThrow()
  await holder.end()
  await other.end()
})
