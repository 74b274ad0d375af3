/** @module-tag long */
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import * as readyRoute from "@/app/api/health/ready/route"
import { hostsOf } from "@/lib/database-hosts.mjs"
import { pool, prisma } from "@/lib/db/client"
import { connectDirect, createPool } from "@/lib/db/pool"
import { env } from "@/lib/env"
import type { IndexNotice } from "@/lib/stream-log/notice"
import { listen } from "@/lib/streams/listener"
import { call } from "@/tests/helpers/call"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"
import "@/tests/helpers/rows"
import { startPrimaryAndStandby } from "@/tests/helpers/standby"

const ownUrl = process.env.DATABASE_URL ?? ""
const TIMEOUT_MS = 3_000

let servers: Awaited<ReturnType<typeof startPrimaryAndStandby>>

beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  // Read on first use.
  process.env.DATABASE_URL = servers.url
  process.env.DATABASE_TIMEOUT_MS = `${TIMEOUT_MS}`
})
afterAll(() => servers?.stop())

const portOf = async (client: { query: (text: string) => Promise<{ rows: { port: number }[] }> }) =>
  (await client.query("select inet_server_port() as port")).rows[0]?.port

test("the primary is found again after a promotion, without a restart", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  const { ports } = servers
  const notices: (IndexNotice | null)[] = []
  const stopListening = listen({ onNotice: (notice) => notices.push(notice) })
  await expect.poll(() => notices.length).toBe(1)
  expect((await call(readyRoute)).status).toBe(200)
  expect(await portOf(pool())).toBe(ports.primary)
  await prisma.project.create({ data: { address: "0xbefore" } })
  const session = await connectDirect({ queryTimeoutMs: TIMEOUT_MS })
  expect(await portOf(session)).toBe(ports.primary)

  await servers.endPrimary()
  await expect(portOf(session)).rejects.toThrow()
  expect((await call(readyRoute)).status).toBe(503)
  // Reads are not taken from a server that may lag behind what was written.
  await expect(pool().query("select 1")).rejects.toMatchObject({ code: /25006|ECONNREFUSED/ })
  await servers.promote()

  expect((await call(readyRoute)).status).toBe(200)
  expect(await portOf(pool())).toBe(ports.standby)
  await prisma.project.create({ data: { address: "0xafter" } })
  expect(await prisma.project.count()).toBe(2)
  const next = await connectDirect({ queryTimeoutMs: TIMEOUT_MS })
  expect(await portOf(next)).toBe(ports.standby)
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
