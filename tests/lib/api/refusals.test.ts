import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { log } from "@/lib/telemetry/logger"
import { hasRedis, type LocalRedis, startRedis, startUpstash } from "@/tests/helpers/redis-server"

const HOUR_MS = 3_600_000
const TOKEN = "token of the tests"
/** The last hour of a day. */
const START = Date.UTC(2026, 0, 1, 23, 10)

let server: LocalRedis | undefined

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ["Date"] })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await server?.stop()
})

/** What a process has once. */
const SINGLETONS = [
  ...["limiters", "limits-outage", "redis", "signals", "refusals", "refusal-subscription"],
]

/** The modules as a new process loads them, which counts what its limits refuse. */
async function startProcess(variables: Record<string, string> = {}) {
  for (const name of SINGLETONS) Reflect.deleteProperty(globalThis, Symbol.for(`atoll.${name}`))
  for (const [name, value] of Object.entries({ ...variables, RATE_LIMIT_IP: "1" }))
    vi.stubEnv(name, value)
  vi.resetModules()
  const { countRequest } = await import("@/lib/api/rate-limit")
  const { readLimitStore } = await import("@/lib/api/shared-limiter")
  const { countRefusals, readRefusals } = await import("@/lib/api/refusals")
  countRefusals()
  return {
    readLimitStore,
    /** Sends so many requests more than the limit allows. */
    refuse: async (count: number) => {
      for (let at = 0; at < count + 1; at++) await countRequest("ip", `client-${Date.now()}`)
    },
    read: async () => {
      const { inHour, inDay } = await readRefusals()
      return [inHour.get("ip") ?? 0, inDay.get("ip") ?? 0]
    },
  }
}

test("a process without a store knows its own of this hour and of the last 24", async () => {
  const { refuse, read } = await startProcess()
  expect(await read()).toEqual([0, 0])
  await refuse(3)
  expect(await read()).toEqual([3, 3])
  vi.setSystemTime(START + HOUR_MS)
  await refuse(2)
  expect(await read()).toEqual([2, 5])
  vi.setSystemTime(START + 24 * HOUR_MS)
  expect(await read()).toEqual([0, 2])
  const other = await startProcess()
  expect(await other.read()).toEqual([0, 0])
})

describe.skipIf(!hasRedis)("with a store", { retry: 2 }, () => {
  test.each(["REDIS_URL", "UPSTASH_REDIS_REST_URL"])(
    "processes add up in %s, also over the end of a day",
    async (variable) => {
      server = await startRedis()
      const upstash = await startUpstash(server.url, TOKEN)
      const variables = {
        [variable]: variable === "REDIS_URL" ? server.url : upstash.url,
        UPSTASH_REDIS_REST_TOKEN: TOKEN,
      }
      try {
        const one = await startProcess(variables)
        await one.refuse(3)
        const other = await startProcess(variables)
        await expect.poll(other.read, { timeout: 5_000 }).toEqual([3, 3])
        vi.setSystemTime(START + HOUR_MS)
        await other.refuse(4)
        for (const { read } of [one, other]) {
          await expect.poll(read, { timeout: 5_000 }).toEqual([4, 7])
        }
      } finally {
        await upstash.stop()
      }
    },
  )

  test("what is refused while the store is away is added when it is back", async () => {
    for (const method of ["error", "info"] as const)
      vi.spyOn(log, method).mockImplementation(() => {})
    server = await startRedis()
    const variables = { REDIS_URL: server.url }
    const one = await startProcess(variables)
    await one.refuse(0)
    server.stall()
    await one.refuse(5)
    expect(await one.read()).toEqual([5, 5])
    server.resume()
    await expect.poll(() => one.readLimitStore().ok, { timeout: 10_000 }).toBe(true)
    const other = await startProcess(variables)
    await expect.poll(other.read, { timeout: 10_000 }).toEqual([5, 5])
  })
})
