import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import type { RateLimitPolicy } from "@/lib/api/rate-limit"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { hasRedis, startRedis, startUpstash } from "@/tests/helpers/redis-server"

const WINDOW_MS = 60_000
const TOKEN = "token of the tests"

const redis = hasRedis ? await startRedis() : null
const upstash = redis && (await startUpstash(redis.url, TOKEN))

afterAll(async () => {
  await upstash?.stop()
  await redis?.stop()
})

const stores: Record<string, Record<string, string>> = {
  memory: {},
  ...(redis && { Redis: { REDIS_URL: redis.url } }),
  ...(upstash && {
    Upstash: { UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: TOKEN },
  }),
}

/** What a process has once. */
const singletons = ["limiters", "limits-outage", "redis"].map((name) => Symbol.for(`atoll.${name}`))

/** The module as a new process with these variables loads it. */
async function process_(variables: Record<string, string> = {}) {
  for (const each of singletons) Reflect.deleteProperty(globalThis, each)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  return import("@/lib/api/rate-limit")
}

let ids = 0
const newId = () => `client-${process.pid}-${ids++}`

/** Lets time pass for windows without waiting. */
const advance = (ms: number) => vi.advanceTimersByTime(ms)

const START = Math.ceil(Date.now() / WINDOW_MS) * WINDOW_MS

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ["Date"] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** What else runs on the machine may stop Redis for longer than a request waits. */
const retry = 2

describe.each(Object.entries(stores))("counted in %s", { retry }, (_, variables) => {
  test("at most the quota in a window; the former counts by the share that is not yet over", async () => {
    const { countRequest } = await process_({ ...variables, RATE_LIMIT_IP: "4" })
    const id = newId()
    const attempt = async () => (await countRequest("ip", id)).isAllowed
    for (const isAllowed of [true, true, true, true, false]) expect(await attempt()).toBe(isAllowed)
    advance(WINDOW_MS - 1)
    expect(await attempt()).toBe(false)
    advance(1) // The whole former window still counts.
    expect(await attempt()).toBe(false)
    advance(1)
    expect([await attempt(), await attempt()]).toEqual([true, false])
    advance(WINDOW_MS / 4) // Less than three quarters of four.
    expect([await attempt(), await attempt()]).toEqual([true, false])
    advance(WINDOW_MS)
    expect([await attempt(), await attempt(), await attempt()]).toEqual([true, true, true])
    expect(await attempt()).toBe(false) // One of the two of the former window, and three.
    advance(2 * WINDOW_MS)
    for (const isAllowed of [true, true, true, true, false]) expect(await attempt()).toBe(isAllowed)
  })

  test("refused requests are not counted", async () => {
    const { countRequest } = await process_({ ...variables, RATE_LIMIT_IP: "3" })
    const id = newId()
    for (let round = 0; round < 30; round++) await countRequest("ip", id)
    advance(WINDOW_MS + WINDOW_MS / 2)
    expect(await countRequest("ip", id)).toMatchObject({ isAllowed: true, remaining: 1 })
  })

  test("tells what is left and when the window ends", async () => {
    const { countRequest } = await process_({ ...variables, RATE_LIMIT_IP: "2" })
    const id = newId()
    const resetAt = (START + WINDOW_MS) / 1000
    const first = { quota: 2, remaining: 1, resetInSeconds: 60, resetAt }
    expect(await countRequest("ip", id)).toMatchObject(first)
    advance(45_000)
    const second = { isAllowed: true, remaining: 0, resetInSeconds: 15, resetAt }
    expect(await countRequest("ip", id)).toMatchObject(second)
    expect(await countRequest("ip", id)).toMatchObject({ ...second, isAllowed: false })
    advance(14_999)
    expect(await countRequest("ip", id)).toMatchObject({ isAllowed: false, resetInSeconds: 1 })
    advance(2)
    expect(await countRequest("ip", id)).toMatchObject({ isAllowed: true, resetInSeconds: 60 })
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

describe.skipIf(!redis)("memory and Redis", { retry }, () => {
  test("give the same answers", async () => {
    const calls = Array.from({ length: 600 }, () => ({
      pauseMs:
        Math.random() < 0.2 ? Math.floor(Math.random() * 40_000) : Math.floor(Math.random() * 900),
      id: `client-${Math.floor(Math.random() * 3)}`,
    }))
    const run = async (variables: Record<string, string>) => {
      const { countRequest } = await process_({ ...variables, RATE_LIMIT_IP: "7" })
      vi.setSystemTime(START)
      const results = []
      for (const { pauseMs, id } of calls) {
        advance(pauseMs)
        results.push(await countRequest("ip", `${id}-${process.pid}`))
      }
      return results
    }
    const inMemory = await run({})
    vi.unstubAllEnvs()
    expect(await run(stores.Redis ?? {})).toEqual(inMemory)
    expect(inMemory.filter(({ isAllowed }) => !isAllowed).length).toBeGreaterThan(20)
    expect(inMemory.filter(({ isAllowed }) => isAllowed).length).toBeGreaterThan(20)
  })
})

describe.skipIf(!redis).each(["Redis", "Upstash"])(
  "several processes on one %s",
  { retry },
  (name) => {
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
  },
)

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
