/** @module-tag long */
import path from "node:path"
import pg from "pg"
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest"
import * as readyRoute from "@/app/api/health/ready/route"
import { hostsOf } from "@/lib/database-hosts.mjs"
import { pool, prisma } from "@/lib/db/client"
import { connectDirect, createPool } from "@/lib/db/pool"
import { env } from "@/lib/env"
import type { IndexNotice } from "@/lib/stream-log/notice"
import { listen } from "@/lib/streams/listener"
import { log as logger } from "@/lib/telemetry/logger"
import { migrate } from "@/scripts/database/migrate.mjs"
import { call } from "@/tests/helpers/call"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"
import "@/tests/helpers/rows"
import { type DatabaseServer, startReplica, startServer } from "@/tests/helpers/streaming-replica"

const ownUrl = process.env.DATABASE_URL ?? ""
const TIMEOUT_MS = 3_000

const DATABASE = "failover"

let primary: DatabaseServer
let standby: DatabaseServer
const portIn = (url: string) => Number(new URL(url).port)

/** Names the standby first. */
function urlOfBoth() {
  const { host } = new URL(standby.url)
  const url = primary.url.replace("@", `@${host},`)
  return `${url}?target_session_attrs=read-write`
}

async function read(server: DatabaseServer, text: string) {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  return client.query({ text, rowMode: "array" }).finally(() => client.end())
}

/** The standby has all that the primary has. */
async function catchUp() {
  const { rows } = await read(primary, "select pg_current_wal_lsn()")
  const hasAll = async () =>
    (await read(standby, `select pg_last_wal_replay_lsn() >= '${rows[0]?.[0]}'`)).rows[0]?.[0]
  await expect.poll(hasAll, { timeout: 10_000 }).toBe(true)
}

beforeAll(async () => {
  const folder = (name: string) => path.join(inject("folder"), name)
  primary = await startServer(folder("primary"), DATABASE)
  standby = await startReplica(primary, folder("standby"), DATABASE)
  await migrate(primary.url, path.resolve("prisma/migrations"), () => {})
  // Read on first use.
  process.env.DATABASE_URL = urlOfBoth()
  process.env.DATABASE_TIMEOUT_MS = `${TIMEOUT_MS}`
})
afterAll(async () => {
  await primary?.remove()
  await standby?.remove()
})

const portOf = async (client: { query: (text: string) => Promise<{ rows: { port: number }[] }> }) =>
  (await client.query("select inet_server_port() as port")).rows[0]?.port

test("the primary is found again after a promotion, without a restart", async () => {
  vi.spyOn(logger, "error").mockImplementation(() => {})
  const notices: (IndexNotice | null)[] = []
  const stopListening = listen({ onNotice: (notice) => notices.push(notice) })
  await expect.poll(() => notices.length).toBe(1)
  expect((await call(readyRoute)).status).toBe(200)
  expect(await portOf(pool())).toBe(portIn(primary.url))
  await prisma.project.create({ data: { address: "0xbefore" } })
  const session = await connectDirect({ queryTimeoutMs: TIMEOUT_MS })
  expect(await portOf(session)).toBe(portIn(primary.url))

  await catchUp()
  await primary.kill()
  await expect(portOf(session)).rejects.toThrow()
  expect((await call(readyRoute)).status).toBe(503)
  // Reads are not taken from a server that may lag behind what was written.
  await expect(pool().query("select 1")).rejects.toMatchObject({ code: /25006|ECONNREFUSED/ })
  await read(standby, "select pg_promote()")

  expect((await call(readyRoute)).status).toBe(200)
  expect(await portOf(pool())).toBe(portIn(standby.url))
  await prisma.project.create({ data: { address: "0xafter" } })
  expect(await prisma.project.count()).toBe(2)
  const next = await connectDirect({ queryTimeoutMs: TIMEOUT_MS })
  expect(await portOf(next)).toBe(portIn(standby.url))
  await next.end()
  await expect.poll(() => notices.length).toBe(2)
  await stopListening()
}, 120_000)

test("a host that is silent costs the first request less than a request waits, and later ones nothing", async () => {
  const proxy = await startDatabaseProxy(ownUrl)
  proxy.silence()
  const { host, pathname } = new URL(ownUrl)
  const url = ownUrl.replace(`${host}${pathname}`, `${new URL(proxy.url).host},${host}${pathname}`)
  expect(env().DATABASE_URL).not.toBe(url)
  expect(hostsOf(url).urls).toEqual([proxy.url, ownUrl])
  const several = createPool({ max: 4, timeoutMs: 1_000, connectionString: url })
  const timed = async () => {
    const start = performance.now()
    await several.query("select 1")
    return performance.now() - start
  }
  expect(Math.max(...(await Promise.all([timed(), timed(), timed(), timed()])))).toBeLessThan(1_125)
  await several.end()
  const another = createPool({ max: 4, timeoutMs: 1_000, connectionString: url })
  const start = performance.now()
  await another.query("select 1")
  expect(performance.now() - start).toBeLessThan(400)
  await another.end()
  await proxy.stop()
})
