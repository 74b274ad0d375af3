import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest"
import * as commentsRoute from "@/app/api/comments/route"
import * as readyRoute from "@/app/api/health/ready/route"
import * as healthRoute from "@/app/api/health/route"
import * as exportRoute from "@/app/api/v1/me/export/route"
import * as profileRoute from "@/app/api/v1/me/profile/route"
import * as tokenCommentsRoute from "@/app/api/v1/tokens/[address]/comments/route"
import * as tradesRoute from "@/app/api/v1/tokens/[address]/trades/route"
import type { Contract, Operation } from "@/lib/api/contract"
import { readPosition } from "@/lib/api/read-position"
import type { Handler } from "@/lib/api/route"
import { pool } from "@/lib/db/client"
import { openReplicas, type Replica } from "@/lib/db/replicas"
import { createMetrics } from "@/lib/monitoring/metrics"
import { nameProgram } from "@/lib/telemetry/logger"
import { WAD } from "@/lib/units"
import { migrate } from "@/scripts/database/migrate.mjs"
import { listRoutes } from "@/scripts/generate/openapi.mjs"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { startDatabaseProxy } from "@/tests/helpers/database-proxy"
import { insertMarket } from "@/tests/helpers/market-rows"
import { insertToken, insertTrade } from "@/tests/helpers/rows"
import { type DatabaseServer, startReplica, startServer } from "@/tests/helpers/streaming-replica"
import { insertRound } from "@/tests/helpers/updown-rows"

const folder = (name: string) => path.join(inject("folder"), name)

let primary: DatabaseServer
let standby: DatabaseServer
/** The way to it. */
let way: Awaited<ReturnType<typeof startDatabaseProxy>>
/** Its administrator's connection. */
let onStandby: pg.Client
let token: Awaited<ReturnType<typeof insertToken>>
let reader: Awaited<ReturnType<typeof createApiKey>>

const all = () => openReplicas(process.env.DATABASE_REPLICA_URL ?? "")

const replica = (): Replica => {
  const [, second] = all().all
  if (!second) throw new Error("There is no replica")
  return second
}

/** The replica has all that the primary has, and this process knows it. */
async function caughtUp() {
  const position = await readPosition()
  await expect.poll(() => replica().mayShow(position), { interval: 50 }).toBe(true)
}

beforeAll(async () => {
  primary = await startServer(folder("primary"), "atoll")
  await migrate(primary.url, path.resolve("prisma/migrations"), () => {})
  standby = await startReplica(primary, folder("standby"), "atoll")
  process.env.DATABASE_URL = primary.url
  way = await startDatabaseProxy(standby.url)
  // Nothing listens at the first one.
  process.env.DATABASE_REPLICA_URL = way.url.replace("@", "@127.0.0.1:1,")
  process.env.RATE_LIMIT_KEY = "100000"
  onStandby = new pg.Client({ connectionString: standby.url })
  onStandby.on("error", () => {})
  await onStandby.connect()
  token = await insertToken()
  reader = await createApiKey()
  await insertMarket()
  await insertRound()
})

afterAll(async () => {
  vi.restoreAllMocks()
  await onStandby.end()
  await all().close()
  await way.stop()
  await standby.remove()
  await primary.remove()
})

beforeEach(async () => {
  vi.restoreAllMocks()
})

/** All tests but those of a replica that is gone begin with one that has all. */
async function begin() {
  await resume()
  await caughtUp()
}

const pause = () => onStandby.query("select pg_wal_replay_pause()")
const resume = () => onStandby.query("select pg_wal_replay_resume()")

type Sent = { query?: Record<string, string | number>; headers?: Record<string, string> }

const readComments = (sent: Sent = {}) =>
  call(tokenCommentsRoute, { params: { address: token.address }, as: reader, ...sent })

const countComments = async (sent: Sent = {}) => (await readComments(sent)).body.pagination.total

const addComment = (content: string) =>
  pool().query(
    `with added as (
        insert into comment (project_id, author, ordinal, content) values ($1, $2, 1, $2)
      )
      update project set comment_count = comment_count + 1 where id = $1`,
    [token.id, content],
  )

describe("a replica", () => {
  beforeEach(begin)

  test("answers whoever has seen nothing newer, and writers read what they wrote at once", async () => {
    const before = await countComments()
    const visitor = await createSession()
    await insertTrade({ token: token.address, user: visitor.address, amountUsdc: 9n * WAD })
    await caughtUp()
    await pause()
    const written = await call(commentsRoute, {
      method: "POST",
      as: visitor,
      body: { content: "Kelp grows", authorAddress: visitor.address, projectId: token.id },
    })

    expect(written.status).toBe(200)
    const position = written.headers.get("x-read-position") ?? ""
    const [cookie] = written.headers.getSetCookie().slice(-1)
    expect(cookie).toMatch(new RegExp(`^atoll_read_position=${position}; .*HttpOnly`))
    expect(await countComments()).toBe(before)
    expect(await countComments({ headers: { "X-Read-Position": position } })).toBe(before + 1)
    expect(await countComments({ headers: { Cookie: cookie?.split(";")[0] ?? "" } })).toBe(
      before + 1,
    )
    await resume()
    await caughtUp()
    expect(await countComments()).toBe(before + 1)
  })

  test("answers an API key only when it has the last change made with it", async () => {
    const before = await countComments()
    await pause()
    const changed = await call(profileRoute, {
      method: "POST",
      as: reader,
      body: { username: `reader_${Date.now() % 1_000_000}` },
    })
    await addComment("After the change")

    expect(changed.status).toBe(200)
    // On the primary, with all that was written since.
    expect(await countComments()).toBe(before + 1)
    await resume()
    await caughtUp()
    await pause()
    await addComment("Not replayed")
    expect(await countComments()).toBe(before + 1)
    await resume()
  })

  test("answers a further page only where it has what the page before has shown", async () => {
    const before = await countComments()
    await pause()
    await addComment("Newer")
    const first = await readComments({ headers: { "X-Read-Position": "1-ffffffffffff" } })

    expect(first.body.pagination.total).toBe(before + 1)
    const position = first.headers.get("x-read-position") ?? ""
    const further = { query: { page: 2 } }
    expect(await countComments({ ...further, headers: { "X-Read-Position": position } })).toBe(
      before + 1,
    )
    // It does not say what it has seen.
    expect(await countComments(further)).toBe(before + 1)
    expect(await countComments()).toBe(before)
    const old = await readComments()
    const seen = { "X-Read-Position": old.headers.get("x-read-position") ?? "" }
    expect(await countComments({ ...further, headers: seen })).toBe(before)
    await resume()
  })

  test("never takes a list back while servers alternate", async () => {
    const answered = vi.spyOn(replica(), "read")
    let isEnding = false
    const writing = (async () => {
      for (let turn = 0; !isEnding; turn++) {
        await addComment(`Turn ${turn} ${crypto.randomUUID()}`)
        await (turn % 7 === 3 ? pause() : resume())
      }
    })()
    const totals = { here: 0, there: 0 }
    const lists: number[] = []
    let position = ""
    for (let turn = 0; turn < 150; turn++) {
      // A further page without a position is read on the primary.
      const isPrimary = turn % 10 === 5
      const headers: Record<string, string> =
        position && !isPrimary ? { "X-Read-Position": position } : {}
      const query = { page: isPrimary ? 2 : 1 + (turn % 3) }
      const calls = answered.mock.calls.length
      const { body, headers: sent } = await readComments({ headers, query })
      position = sent.get("x-read-position") ?? ""
      // Time for a probe to find that the replica has it.
      await sleep(20)
      lists.push(body.pagination.total)
      totals[answered.mock.calls.length > calls ? "there" : "here"]++
    }
    isEnding = true
    await writing
    await resume()

    expect(lists).toEqual(lists.toSorted((a, b) => a - b))
    expect(totals.here).toBeGreaterThan(0)
    expect(totals.there).toBeGreaterThan(0)
  })

  test("sends an export, and not without what the caller has changed", async () => {
    const others = await createApiKey()
    await caughtUp()
    await pause()
    await pool().query("insert into profile (wallet, avatar_url) values ($1, 'Late')", [
      others.wallet,
    ])
    const old = await call(exportRoute, { as: others })

    expect(old.status).toBe(200)
    expect(old.text).not.toContain("Late")
    const body = { username: `own_${Date.now() % 1_000_000}` }
    await call(profileRoute, { method: "POST", as: others, body })
    const own = await call(exportRoute, { as: others })
    expect(own.text).toContain(body.username)
    await resume()
  })
})

/** Answers that are kept for a time. */
const ANY = /^api\/(pulse|v1\/leaderboard|reef\/(feed|highlights))\/route\.ts$/

type Module = { GET?: Handler<Operation> & { contract?: Contract } }

test("every answer that is kept can be read on a hot standby", async () => {
  const modules: [string, Module][] = await Promise.all(
    listRoutes().map(
      async (file): Promise<[string, Module]> => [
        file,
        await import(pathToFileURL(path.resolve("app", file)).href),
      ],
    ),
  )
  const market = (await pool().query<{ token: string }>("select token from market")).rows[0]?.token
  await begin()
  const left = vi.spyOn(replica(), "fail")
  const answered = vi.spyOn(replica(), "read")
  const names: string[] = []
  for (const [file, module] of modules) {
    const contract = module.GET?.contract
    const isPublic = contract?.kept ? !contract.isOwn : ANY.test(file)
    if (!isPublic) continue
    const subject = file.includes("/markets/") ? market : token.address
    const params = {
      address: `${subject}`,
      wallet: reader.wallet,
      token: "btc",
      tf: "0",
      roundId: "1",
    }
    const query: Record<string, string | number> = file.endsWith("/updown/rounds/route.ts")
      ? { token: "btc", tf: 0 }
      : {}
    const calls = answered.mock.calls.length
    const answer = await call(module, { params: { ...params, part: "0" }, query, as: reader })
    names.push(file)

    expect([file, answer.status]).toEqual([file, 200])
    expect([file, answered.mock.calls.length]).toEqual([file, calls + 1])
    expect([file, await answered.mock.results.at(-1)?.value]).not.toEqual([file, null])
  }
  expect(left).not.toHaveBeenCalled()
  expect(names.length).toBeGreaterThan(16)
})

test("health names each replica, and readiness asks none", async () => {
  await begin()
  const { body } = await call(healthRoute)

  expect(body.checks.replicas).toEqual([
    { ok: false, lagSeconds: null, reason: "does not answer" },
    { ok: true, lagSeconds: expect.any(Number), reason: null },
  ])
  expect(body.commit).toBeNull()
  const ready = await call(readyRoute)
  expect(Object.keys(ready.body.checks)).not.toContain("replicas")
})

test("metrics name each replica, in web servers alone", async () => {
  await begin()
  const readMetrics = async () => {
    const { registry, refresh } = createMetrics("web")
    await refresh()
    return registry.metrics()
  }
  const { host } = new URL(way.url)
  const text = await readMetrics()
  expect(text).toContain('atoll_replica_ok{replica="127.0.0.1:1",program="web"} 0')
  expect(text).toContain(`atoll_replica_ok{replica="${host}",program="web"} 1`)
  expect(text).toMatch(/atoll_replica_lag_seconds\{replica="[^"]+",program="web"\} [0-9.e-]+\n/)
  expect(text).not.toContain('atoll_replica_lag_seconds{replica="127.0.0.1:1"')
  nameProgram("follower")
  try {
    expect(await readMetrics()).not.toContain("atoll_replica_ok{")
  } finally {
    nameProgram("web")
  }
})

describe("a replica that is not in order", () => {
  test("is left alone while it lags, and found again", async () => {
    await begin()
    await pause()
    await addComment("Lags")
    await expect
      .poll(() => replica().reason, { timeout: 15_000, interval: 200 })
      .toMatch(/^is \d+ s behind$/)
    expect(replica().lagMs).toBeGreaterThan(5_000)
    const total = await countComments()
    await resume()
    await caughtUp()
    expect(await countComments()).toBe(total)
  })

  test("is left alone when it has a log that the primary does not have", async () => {
    const place = await replica().probe()
    if (!place) throw new Error("It does not answer")
    replica().compare({ ...place, lsn: place.lsn + 1n }, place)
    expect(replica().reason).toBe("is ahead of the primary")
    await caughtUp()
    replica().compare(
      { ...place, timeline: 2, lsn: place.lsn + 1n },
      { ...place, lsn: place.lsn + 2n },
    )
    expect(replica().reason).toBe("follows another timeline")
  })

  test("fails no request when it falls silent, and is found again", async () => {
    const statuses = await statusesWhile(async () => {
      way.silence()
      await expect.poll(() => replica().reason, { interval: 50 }).toBe("does not answer")
    })

    expect(statuses).toEqual([200])
    expect(replica().lagMs).toBeNull()
    way.loseConnections()
    await caughtUp()
  })

  test("is left alone when it was promoted", async () => {
    const statuses = await statusesWhile(async () => {
      await onStandby.query("select pg_promote()")
      await expect.poll(() => replica().reason, { interval: 50 }).toBe("is no standby")
    })

    expect(statuses).toEqual([200])
    const before = await countComments()
    await addComment("After the promotion")
    expect(await countComments()).toBe(before + 1)
  })

  test("fails no request when it is killed", async () => {
    const statuses = await statusesWhile(async () => {
      await standby.kill()
      await expect.poll(() => replica().reason, { interval: 50 }).toBe("does not answer")
    })

    expect(statuses).toEqual([200])
  })
})

/** The statuses of answers, none of which was kept before, to requests while the work runs. */
async function statusesWhile(work: () => Promise<void>) {
  const statuses: number[] = []
  let isEnding = false
  const requests = Array.from({ length: 4 }, async () => {
    while (!isEnding) {
      const query = { limit: 1 + (statuses.length % 100) }
      const answer = await call(tradesRoute, {
        params: { address: token.address },
        query,
        as: reader,
      })
      statuses.push(answer.status)
      await addComment(crypto.randomUUID())
    }
  })
  await work().finally(() => {
    isEnding = true
  })
  await Promise.all(requests)
  return [...new Set(statuses)]
}
