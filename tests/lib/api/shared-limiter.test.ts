import { setTimeout as wait } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { RateLimitResult } from "@/lib/api/rate-limit"
import { log as logger } from "@/lib/telemetry/logger"
import { call } from "@/tests/helpers/call"
import { hasRedis, type LocalRedis, startRedis, startUpstash } from "@/tests/helpers/redis-server"

const TOKEN = "token of the tests"

let server: LocalRedis | undefined
let upstash: Awaited<ReturnType<typeof startUpstash>> | undefined

// All is counted in one window.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] })
})

afterEach(async () => {
  vi.useRealTimers()
  server?.resume()
  await upstash?.stop()
  upstash = undefined
  await server?.stop()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** What a request of a client waits for its count, and what it is told. */
type Timed = RateLimitResult & { ms: number }

async function startProcess(variables: Record<string, string>) {
  for (const name of ["limiters", "limits-outage", "redis"]) {
    Reflect.deleteProperty(globalThis, Symbol.for(`atoll.${name}`))
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.stubEnv("RATE_LIMIT_KEY", "100000")
  vi.resetModules()
  const { countRequest } = await import("@/lib/api/rate-limit")
  const { readLimitStore } = await import("@/lib/api/shared-limiter")
  const count = async (id = "client"): Promise<Timed> => {
    const start = performance.now()
    const result = await countRequest("key", id)
    return { ...result, ms: performance.now() - start }
  }
  return { count, readLimitStore }
}

/** Requests one after another, for as long as given. */
async function countFor(ms: number, count: () => Promise<Timed>) {
  const times: number[] = []
  for (const end = performance.now() + ms; performance.now() < end; await wait(5)) {
    times.push((await count()).ms)
  }
  return times
}

/** Pauses of a busy machine are seldom so long. */
const slow = (times: number[]) => times.filter((ms) => ms > 140)

// What else runs on the machine may stop Redis for longer than a request waits.
describe.skipIf(!hasRedis)("a Redis that is away", { retry: 2 }, () => {
  test.each(["REDIS_URL", "UPSTASH_REDIS_REST_URL"])(
    "stalled: %s costs 150 ms once, then nothing; it is found again when it goes on",
    async (variable) => {
      server = await startRedis()
      upstash = await startUpstash(server.url, TOKEN)
      const [errors, notes] = [vi.spyOn(logger, "error"), vi.spyOn(logger, "info")]
      for (const each of [errors, notes]) each.mockImplementation(() => {})
      const url = variable === "REDIS_URL" ? server.url : upstash.url
      const { count, readLimitStore } = await startProcess({
        [variable]: url,
        UPSTASH_REDIS_REST_TOKEN: TOKEN,
      })
      for (let round = 0; round < 20; round++) await count()
      const { remaining } = await count()
      expect(remaining).toBe(100_000 - 21)
      expect(readLimitStore()).toEqual({ ok: true, store: "redis", awaySince: null })

      server.stall()
      const times = await countFor(2_500, count)
      expect(slow(times)).toHaveLength(1)
      expect(Math.max(...times)).toBeLessThan(300)
      // As the process has counted since then, without the others.
      expect((await count()).remaining).toBe(100_000 - times.length - 1)
      const { body } = await call(await import("@/app/api/health/route"))
      const awaySince = new Date().toISOString()
      expect(body.checks.limits).toEqual({ ok: false, store: "redis", awaySince })
      expect(errors).toHaveBeenCalledTimes(1)

      server.resume()
      await expect.poll(() => readLimitStore().awaySince, { timeout: 10_000 }).toBe(null)
      expect((await count()).remaining).toBeLessThan(remaining)
      expect((await count()).remaining).toBeGreaterThan(remaining - 20)
      expect([errors.mock.calls.length, notes.mock.calls.length]).toEqual([1, 1])
    },
  )

  test("stalled under many requests at once: none waits longer", async () => {
    vi.spyOn(logger, "error").mockImplementation(() => {})
    server = await startRedis()
    const { count } = await startProcess({ REDIS_URL: server.url })
    await count()
    server.stall()
    const results = await Promise.all(Array.from({ length: 200 }, () => count()))
    expect(Math.max(...results.map(({ ms }) => ms))).toBeLessThan(400)
    expect(slow([(await count()).ms])).toEqual([])
  })

  test("killed and started again", async () => {
    const errors = vi.spyOn(logger, "error").mockImplementation(() => {})
    server = await startRedis()
    const port = Number(new URL(server.url).port)
    const { count, readLimitStore } = await startProcess({ REDIS_URL: server.url })
    expect((await count()).remaining).toBe(99_999)
    await server.stop()
    const times = await countFor(1_500, count)
    expect(slow(times).length).toBeLessThanOrEqual(1)
    expect(errors).toHaveBeenCalledTimes(1)
    server = await startRedis(port)
    await expect.poll(() => readLimitStore().awaySince, { timeout: 10_000 }).toBe(null)
    // The new one knows nothing of before.
    expect((await count()).remaining).toBe(99_999)
  })

  test("not there when the process starts: it is found later", async () => {
    vi.spyOn(logger, "error").mockImplementation(() => {})
    server = await startRedis()
    const port = Number(new URL(server.url).port)
    await server.stop()
    const { count, readLimitStore } = await startProcess({
      REDIS_URL: `redis://127.0.0.1:${port}`,
    })
    expect((await count()).remaining).toBe(99_999)
    expect(slow(await countFor(500, count))).toEqual([])
    server = await startRedis(port)
    await expect.poll(() => readLimitStore().awaySince, { timeout: 10_000 }).toBe(null)
    expect((await count("another")).remaining).toBe(99_999)
  })

  test("without its scripts, as after a restart of the server behind a proxy: they are sent again", async () => {
    server = await startRedis()
    const { count } = await startProcess({ REDIS_URL: server.url })
    expect((await count()).remaining).toBe(99_999)
    const { Redis } = await import("ioredis")
    const client = new Redis(server.url)
    await client.script("FLUSH")
    await client.quit()
    expect((await count()).remaining).toBe(99_998)
  })
})
