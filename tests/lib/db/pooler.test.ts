import pg from "pg"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import * as pulseRoute from "@/app/api/pulse/route"
import * as tokensRoute from "@/app/api/v1/tokens/route"
import { describeSharedSessions } from "@/lib/database-hosts.mjs"
import { pool, prisma, transaction, writers } from "@/lib/db/client"
import { tryLease } from "@/lib/db/lease"
import { connectDirect, createPool } from "@/lib/db/pool"
import { connectFollower, FOLLOWER } from "@/lib/indexer/follower-lease"
import { findMissing } from "@/lib/page-existence"
import { MAX_STREAMS } from "@/lib/stream-log/constants"
import { logEntries } from "@/lib/stream-log/log"
import { NOTIFY_CHANNEL } from "@/lib/stream-log/notice"
import { getHub } from "@/lib/streams/hub"
import { log as logger } from "@/lib/telemetry/logger"
import { migrate } from "@/scripts/database/migrate.mjs"
import { completeRole } from "@/scripts/database/pooled-role.mjs"
import { createApiKey } from "@/tests/helpers/auth"
import { buildServer } from "@/tests/helpers/built-server"
import { call } from "@/tests/helpers/call"
import { hasPgBouncer, startPgBouncer } from "@/tests/helpers/pgbouncer"
import { messageOf } from "@/tests/helpers/programs"
import { insertToken } from "@/tests/helpers/rows"
import { follow, open } from "../streams/stream-client"

const TIMEOUT_MS = 5_000
/** Fewer than anything here uses at once. */
const POOLED_CONNECTIONS = 2

const directUrl = process.env.DATABASE_URL ?? ""
const pooler = hasPgBouncer ? await startPgBouncer(directUrl, POOLED_CONNECTIONS) : null

// Read on first use.
Object.assign(process.env, {
  DATABASE_DIRECT_URL: directUrl,
  DATABASE_URL: pooler?.url ?? directUrl,
  DATABASE_PREPARED: pooler?.keepsStatements ? "on" : "off",
  DATABASE_TIMEOUT_MS: `${TIMEOUT_MS}`,
  RATE_LIMIT_KEY: "100000",
  RATE_LIMIT_IP: "100000",
})

const direct = new pg.Client({ connectionString: directUrl })

beforeAll(() => direct.connect())
afterAll(async () => {
  getHub().close()
  await direct.end()
  await pooler?.stop()
})

const timeoutOf = async (client: Pick<pg.ClientBase, "query">) =>
  (await client.query("show statement_timeout")).rows[0]?.statement_timeout

const placesTaken = async () => {
  const { rows } = await direct.query<{ taken: number }>(
    `select count(*)::int as taken from pg_locks where locktype = 'advisory' and classid = 7320032
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.taken
}

describe.skipIf(!pooler)("behind PgBouncer in transaction mode", () => {
  test("without the settings of the role: 503, and the log has the statements that help", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const { status, body } = await call(pulseRoute)
    expect([status, body.code]).toEqual([503, "SERVICE_UNAVAILABLE"])
    const sentence = log.mock.calls
      .flat()
      .find((line) => /^Sessions of DATABASE_URL/.test(`${line}`))
    log.mockRestore()
    const [statements = ""] = /alter role .*;/.exec(`${sentence}`) ?? []
    expect(statements).toContain(`set statement_timeout = ${TIMEOUT_MS};`)
    await direct.query(statements)
    await pooler?.command("RECONNECT")
    expect((await call(pulseRoute)).status).toBe(200)
  })

  test("without DATABASE_DIRECT_URL the pooler is noticed, also a busy one, and nothing is begun", async () => {
    const reasonAt = (url: string) =>
      describeSharedSessions(url, (connectionString) => new pg.Client({ connectionString }))
    const url = pooler?.url ?? ""
    const sentence = expect.stringMatching(/Let DATABASE_DIRECT_URL lead to PostgreSQL itself$/)
    expect(await reasonAt(url)).toEqual(sentence)
    let isBusy = true
    const others = Array.from({ length: 6 }, async () => {
      while (isBusy) await pool().query("select pg_sleep(random() * 0.005)")
    })
    for (let turn = 0; turn < 20; turn++) expect(await reasonAt(url)).toEqual(sentence)
    isBusy = false
    await Promise.all(others)
    await expect(migrate(url)).rejects.toThrow("DATABASE_DIRECT_URL")
    const server = await buildServer()
    try {
      const { exited, read } = await server.start({ DATABASE_DIRECT_URL: "" })
      expect(await exited).toEqual([1, null])
      expect(messageOf(read().trim())).toEqual(sentence)
    } finally {
      server.killAll()
      server.remove()
    }
    expect(await reasonAt(directUrl)).toBeNull()
    await pooler?.command(`SET pool_mode = session`)
    expect(await reasonAt(url)).toBeNull()
    await pooler?.command(`SET pool_mode = transaction`)
  }, 60_000)

  test("another time zone than UTC is refused as well, until migrations set it", async () => {
    const name = new URL(directUrl).pathname.slice(1)
    await direct.query(`alter role current_user in database "${name}" set timezone = 'Asia/Tokyo'`)
    await pooler?.command("RECONNECT")
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const other = createPool({ max: 1 })
    await expect(other.query("select 1")).rejects.toThrow(/set TimeZone = 'UTC';$/)
    log.mockRestore()
    const lines: string[] = []
    const session = await connectDirect({ queryTimeoutMs: TIMEOUT_MS })
    await completeRole(session, directUrl, (line) => lines.push(line))
    await session.end()
    expect(lines).toEqual([
      "set TimeZone for sessions of the pooler, from their next connection on",
    ])
    await pooler?.command("RECONNECT")
    await expect(other.query("select 1")).resolves.toMatchObject({ rowCount: 1 })
    await other.end()
  })

  test("a statement's time limit reaches no other request", async () => {
    const limit = `${TIMEOUT_MS / 1_000}s`
    const seen = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        if (index % 3 === 0) {
          return transaction(async (client) => {
            await client.query(`set local statement_timeout = ${1_001 + index}`)
            await client.query("select pg_sleep(0.01)")
            return timeoutOf(client)
          })
        }
        if (index % 3 === 1) return timeoutOf(writers())
        return timeoutOf(pool())
      }),
    )
    for (const [index, timeout] of seen.entries()) {
      expect(timeout).toBe([`${1_001 + index}ms`, "10min", limit][index % 3])
    }
    await expect(pool().query("select pg_sleep(8)")).rejects.toMatchObject({ code: "57014" })
  })

  test("one follower works at a time, in a session of its own", async () => {
    const { signal } = new AbortController()
    const lease = await tryLease(FOLLOWER)
    const others = await Promise.all(Array.from({ length: 5 }, () => tryLease(FOLLOWER)))
    expect(others).toEqual([null, null, null, null, null])
    const follower = lease && (await connectFollower(lease, signal))
    const pids = new Set<number>()
    for (let turn = 0; turn < 10; turn++) {
      await Promise.all([pool().query("select 1"), pool().query("select 1")])
      const query = "select pg_backend_pid() as pid, 1 from lease where name = 'follower'"
      for (const { pid } of (await follower?.query<{ pid: number }>(query))?.rows ?? [])
        pids.add(pid)
    }
    expect(pids.size).toBe(1)
    await lease?.release()
    const next = await tryLease(FOLLOWER)
    expect(next).not.toBeNull()
    await next?.release()
    await follower?.end()
  })

  test("streams that were opened and closed leave no place taken", async () => {
    const { key } = await createApiKey()
    for (let turn = 0; turn < 3; turn++) {
      const streams = await Promise.all(
        Array.from({ length: MAX_STREAMS }, () => follow({ key, topics: "blocks" })),
      )
      expect(await placesTaken()).toBe(MAX_STREAMS)
      expect((await open({ key, topics: "blocks" })).status).toBe(429)
      for (const stream of streams) await stream.close()
      await expect.poll(placesTaken).toBe(0)
    }
  })

  test("a notice arrives within 300 ms", async () => {
    const stream = await follow({ key: (await createApiKey()).key, topics: "blocks" })
    const number = (index: number) => 500 + index
    const times: number[] = []
    for (let index = 0; index < 5; index++) {
      const start = performance.now()
      await transaction(async (client) => {
        const key = `${number(index)}`
        const data = JSON.stringify({ number: number(index) })
        await logEntries(client, [{ kind: "block", cause: null, key, topics: ["blocks"], data }])
        await client.query("select pg_notify($1, '{}')", [NOTIFY_CHANNEL])
      })
      const blocks = () => stream.events.filter(({ event }) => event === "block").length
      await expect.poll(blocks, { interval: 5 }).toBe(index + 1)
      times.push(performance.now() - start)
    }
    // Other work of the machine may delay one of them.
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(300)
    await stream.close()
  })

  test("pages are looked up in whatever session comes", async () => {
    for (let turn = 0; turn < 20; turn++) {
      const address = `0x${turn.toString(16).padStart(40, "0")}`
      const [page] = await Promise.all([
        findMissing(`/tokens/${address}`),
        pool().query("select pg_sleep(0.01)"),
        pool().query("select 1"),
      ])
      expect(page).toBe("token")
    }
  })

  test("200 requests at once are answered, and Prisma's writes beside them", async () => {
    const { key } = await createApiKey()
    await insertToken({ address: `0x${"ab".repeat(20)}` })
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const query = { page: index + 1 }
        if (index % 10) return (await call(tokensRoute, { query, as: { key } })).status
        const address = `0x${index.toString(16).padStart(40, "0")}`
        const { id } = await prisma.$transaction((tx) => tx.project.create({ data: { address } }))
        return id ? 200 : 500
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
  })
})
