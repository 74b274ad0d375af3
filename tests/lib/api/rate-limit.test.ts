import pg from "pg"
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import type { RateLimitPolicy } from "@/lib/api/rate-limit"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { type LocalRedis, startRedis, startUpstash } from "@/tests/helpers/redis-server"

const WINDOW_MS = 60_000
const TOKEN = "token of the tests"

const redis = await startRedis()
const upstash = await startUpstash(TOKEN)

afterAll(() => Promise.all([redis.stop(), upstash.stop()]))

const stores: Record<string, Record<string, string>> = {
  memory: {},
  Redis: { REDIS_URL: redis.url },
  Upstash: { UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: TOKEN },
}

/** What a process has once. */
const singletons = [Symbol.for("atoll.limiters"), Symbol.for("atoll.redis")]

/** The module as a new process with these variables loads it. */
async function process_(variables: Record<string, string> = {}) {
  for (const each of singletons) Reflect.deleteProperty(globalThis, each)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  return import("@/lib/api/rate-limit")
}

let ids = 0
const newId = () => `client-${process.pid}-${ids++}`

/** Lets time pass for windows without waiting, the local stores' clock included. */
function advance(ms: number) {
  vi.advanceTimersByTime(ms)
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date", "performance"] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe.each(Object.entries(stores))("counted in %s", (_, variables) => {
  test("at most the quota in any 60 seconds; refused requests are not counted", async () => {
    const { countRequest } = await process_({ ...variables, RATE_LIMIT_IP: "3" })
    const id = newId()
    const attempt = async () => (await countRequest("ip", id)).isAllowed
    expect(await attempt()).toBe(true)
    advance(20_000)
    expect([await attempt(), await attempt()]).toEqual([true, true])
    for (let round = 0; round < 5; round++) expect(await attempt()).toBe(false)
    advance(39_999)
    expect(await attempt()).toBe(false)
    advance(1) // the first of the three leaves, and only that one
    expect([await attempt(), await attempt()]).toEqual([true, false])
    advance(20_000)
    expect([await attempt(), await attempt(), await attempt()]).toEqual([true, true, false])
  })

  test("tells what is left and when the oldest counted request leaves", async () => {
    const { countRequest } = await process_({ ...variables, RATE_LIMIT_IP: "2" })
    const id = newId()
    const start = Date.now()
    const first = await countRequest("ip", id)
    expect(first).toMatchObject({ quota: 2, remaining: 1, resetInSeconds: 60 })
    expect(Math.abs(first.resetAt - (start + WINDOW_MS) / 1000)).toBeLessThanOrEqual(1)
    advance(45_000)
    expect(await countRequest("ip", id)).toMatchObject({ remaining: 0, resetInSeconds: 15 })
    expect(await countRequest("ip", id)).toMatchObject({ isAllowed: false, resetInSeconds: 15 })
    advance(15_000)
    expect(await countRequest("ip", id)).toMatchObject({ isAllowed: true, resetInSeconds: 45 })
  })

  test("exactly the quota passes of many at once", async () => {
    const { countRequest } = await process_({ ...variables, RATE_LIMIT_KEY: "60" })
    const id = newId()
    const verdicts = await Promise.all(Array.from({ length: 120 }, () => countRequest("key", id)))
    expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(60)
    const left = verdicts.filter(({ isAllowed }) => isAllowed).map(({ remaining }) => remaining)
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at))
  })

  test("policies and clients have windows of their own", async () => {
    const { countRequest } = await process_({
      ...variables,
      RATE_LIMIT_IP: "1",
      RATE_LIMIT_PAGE: "1",
    })
    const [one, other] = [newId(), newId()]
    const attempts: [RateLimitPolicy, string][] = [
      ["ip", one],
      ["ip", other],
      ["page", one],
      ["ip", one],
    ]
    const verdicts = []
    for (const [policy, id] of attempts) verdicts.push((await countRequest(policy, id)).isAllowed)
    expect(verdicts).toEqual([true, true, true, false])
  })
})

describe.each(["Redis", "Upstash"])("several processes on one %s", (name) => {
  test("share the windows", async () => {
    const variables = { ...stores[name], RATE_LIMIT_KEY: "40" }
    const processes = [await process_(variables), await process_(variables)]
    const id = newId()
    const attempts = Array.from({ length: 100 }, (_, at) =>
      processes[at % 2]?.countRequest("key", id),
    )
    const verdicts = await Promise.all(attempts)
    expect(verdicts.filter((verdict) => verdict?.isAllowed)).toHaveLength(40)
  })
})

describe("while the store is away", () => {
  test("each process counts alone, says so once, and comes back", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    let server: LocalRedis = await startRedis()
    const port = Number(new URL(server.url).port)
    const { countRequest } = await process_({ REDIS_URL: server.url, RATE_LIMIT_KEY: "5" })
    const id = newId()
    expect((await countRequest("key", id)).remaining).toBe(4)
    await server.stop()
    const verdicts = []
    for (let round = 0; round < 10; round++)
      verdicts.push((await countRequest("key", id)).isAllowed)
    expect(verdicts.filter(Boolean)).toHaveLength(5)
    expect(log).toHaveBeenCalledTimes(1)
    server = await startRedis(port)
    advance(1_001)
    await expect
      .poll(async () => {
        advance(1_001)
        return (await countRequest("key", newId())).remaining
      })
      .toBe(4)
    const shared = await countRequest("key", id)
    expect(shared.remaining).toBe(4) // the new store knows nothing of the five counted alone
    await server.stop()
    log.mockRestore()
  })
})

describe("several processes of a server without Redis", () => {
  const variables = { WEB_CONCURRENCY: "2", RATE_LIMIT_KEY: "3" }

  test("count in the database", async () => {
    const { countRequest } = await process_(variables)
    const id = newId()
    for (const remaining of [2, 1, 0]) {
      expect(await countRequest("key", id)).toMatchObject({ isAllowed: true, remaining })
    }
    const other = await process_(variables)
    expect((await other.countRequest("key", id)).isAllowed).toBe(false)
  })

  test("count for themselves while the database does not answer, and say so once", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    const { countRequest } = await process_(variables)
    const { replacePool } = await import("@/lib/db/client")
    const away = new pg.Pool({ connectionString: "postgresql://nobody@127.0.0.1:1/nothing" })
    const restore = replacePool(away)
    const id = newId()
    const verdicts = []
    for (let round = 0; round < 5; round++) verdicts.push(await countRequest("key", id))
    restore()
    expect(verdicts.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false, false])
    const told = log.mock.calls.filter(([line]) => `${line}`.includes("per process"))
    expect(told).toHaveLength(1)
    log.mockRestore()
  })

  test("count in Redis where there is one", async () => {
    const { countRequest } = await process_({ ...variables, REDIS_URL: redis.url })
    const id = newId()
    await countRequest("key", id)
    const { pool } = await import("@/lib/db/client")
    const { rows } = await pool().query("select from rate_window where id = $1", [`key:${id}`])
    expect(rows).toEqual([])
  })
})

describe("whose window a request counts against", () => {
  async function routes() {
    const { countRequest: _ } = await process_({ RATE_LIMIT_KEY: "3", RATE_LIMIT_IP: "2" })
    const [{ resource, route }, { call }] = await Promise.all([
      import("@/lib/api/route"),
      import("@/tests/helpers/call"),
    ])
    const response = z.object({})
    const base = { summary: "Test", tag: "Test", response, handler: () => ({}) }
    const either = resource({ GET: route({ ...base, auth: "either" }) })
    const sync = resource({ POST: route({ ...base, auth: "none", limit: "sync" }) })
    const free = resource({ GET: route({ ...base, auth: "none", limit: "none" }) })
    return { either, sync, free, call }
  }

  test("a key's own, whatever its address; headers say how full it is", async () => {
    const { either, call } = await routes()
    const { key } = await createApiKey()
    for (const remaining of ["2", "1", "0"]) {
      const { headers } = await call(either, { as: { key } })
      expect(headers.get("x-ratelimit-limit")).toBe("3")
      expect(headers.get("x-ratelimit-remaining")).toBe(remaining)
      expect(headers.get("ratelimit-policy")).toBe('"key";q=3;w=60')
      expect(headers.get("ratelimit")).toBe(`"key";r=${remaining};t=60`)
      const reset = Number(headers.get("x-ratelimit-reset"))
      expect(Math.abs(reset - (Date.now() + WINDOW_MS) / 1000)).toBeLessThanOrEqual(1)
    }
    const refused = await call(either, { as: { key } })
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } })
    expect(refused.headers.get("retry-after")).toBe("60")
    expect(refused.headers.get("ratelimit")).toBe('"key";r=0;t=60')
  })

  test("the address's, with a session, without credentials, and with an unknown key", async () => {
    const { cookie } = await createSession()
    const { either, call } = await routes()
    const ip = "198.51.100.7"
    const statuses = [
      await call(either, { ip, as: { cookie } }),
      await call(either, { ip, as: { key: `atoll_${"0".repeat(64)}` } }),
      await call(either, { ip }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 401, 429])
  })

  test("IPv6 clients count by their /64", async () => {
    const { either, call } = await routes()
    const from = async (ip: string) => (await call(either, { ip })).status
    expect(await from("2001:db8:1:2::1")).toBe(401)
    expect(await from("2001:db8:1:2:ffff::9")).toBe(401)
    expect(await from("2001:db8:1:2:abcd:1:2:3")).toBe(429)
    expect(await from("2001:db8:1:3::1")).toBe(401)
  })

  test("each sync path has its own; unlimited paths tell nothing", async () => {
    const { sync, free, call } = await routes()
    const ip = "198.51.100.8"
    const post = (path: string) => call(sync, { method: "POST", ip, path })
    expect((await post("/a")).headers.get("x-ratelimit-remaining")).toBe("19")
    expect((await post("/a")).headers.get("x-ratelimit-remaining")).toBe("18")
    expect((await post("/b")).headers.get("x-ratelimit-remaining")).toBe("19")
    expect((await call(free)).headers.has("x-ratelimit-limit")).toBe(false)
  })
})
