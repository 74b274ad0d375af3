import { fork } from "node:child_process"
import { setTimeout as wait } from "node:timers/promises"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { postgresLimiter } from "@/lib/api/postgres-limiter"
import type { RateLimitResult } from "@/lib/api/rate-limit"
import { readSnapshot } from "@/lib/api/snapshot"
import { pool } from "@/lib/db/client"
import { bundleForTest } from "@/tests/helpers/bundle"

let ids = 0
let id: string
beforeEach(() => {
  id = `client-${ids++}`
})

const limiter = (quota: number, windowMs = 60_000) =>
  postgresLimiter({ policy: "ip", quota, windowMs })

/** The module as another process has it: with a batch of its own. */
async function otherProcess(quota: number) {
  Reflect.deleteProperty(globalThis, Symbol.for("atoll.rate-batches"))
  vi.resetModules()
  const module = await import("@/lib/api/postgres-limiter")
  return module.postgresLimiter({ policy: "ip", quota, windowMs: 60_000 })
}

describe("windows counted in PostgreSQL", () => {
  test("take at most the quota in any stretch of their length; refused requests are not counted", async () => {
    const limit = limiter(2, 600)
    const attempt = async () => (await limit(id)).isCounted
    expect(await attempt()).toBe(true)
    await wait(300)
    expect([await attempt(), await attempt(), await attempt()]).toEqual([true, false, false])
    await wait(350) // The first has left, the second not.
    expect([await attempt(), await attempt()]).toEqual([true, false])
    await wait(650)
    expect([await attempt(), await attempt(), await attempt()]).toEqual([true, true, false])
  })

  test("tell what is left and when the oldest request leaves", async () => {
    const limit = limiter(2)
    expect(await limit(id)).toEqual({ isCounted: true, remaining: 1, resetInMs: 60_000 })
    await wait(20)
    const second = await limit(id)
    expect(second).toMatchObject({ isCounted: true, remaining: 0 })
    const refused = await limit(id)
    expect(refused).toMatchObject({ isCounted: false, remaining: 0 })
    for (const { resetInMs } of [second, refused]) {
      expect(resetInMs).toBeLessThanOrEqual(59_980)
      expect(resetInMs).toBeGreaterThan(50_000)
    }
  })

  test("take exactly the quota of many at once, over processes", async () => {
    const one = limiter(60)
    const first = Array.from({ length: 50 }, () => one(id))
    const other = await otherProcess(60)
    const results = await Promise.all([...first, ...Array.from({ length: 50 }, () => other(id))])
    const left = results.filter(({ isCounted }) => isCounted).map(({ remaining }) => remaining)
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at))
    expect(
      results.filter(({ isCounted }) => !isCounted).every(({ remaining }) => remaining === 0),
    ).toBe(true)
  })

  test("of several clients and policies are counted apart, in one statement", async () => {
    const query = vi.spyOn(pool(), "query")
    const limit = limiter(1)
    const moltbook = postgresLimiter({ policy: "moltbook", quota: 1, windowMs: 60_000 })
    const asked = [limit(id), limit(`${id}b`), moltbook(id), limit(id)]
    const counted = (await Promise.all(asked)).map(({ isCounted }) => isCounted)
    expect(counted).toEqual([true, true, true, false])
    const statements = query.mock.calls.filter(([given]) =>
      JSON.stringify(given).includes("count rate"),
    )
    expect(statements).toHaveLength(1)
    query.mockRestore()
  })
})

let program: string
beforeAll(async () => {
  program = await bundleForTest("tests/lib/api/count-process.ts")
})

/** A web process of a server with two of them; `count` has it ask so often at once. */
async function startProcess(times: number) {
  const env = { ...process.env, WEB_CONCURRENCY: "2", RATE_LIMIT_KEY: "100", REDIS_URL: "" }
  const child = fork(program, [id, `${times}`], { env })
  const receive = <T>() => new Promise<T>((resolve) => child.once("message", resolve))
  await receive<string>()
  return {
    count: () => {
      const results = receive<RateLimitResult[]>()
      child.send("count")
      return results
    },
  }
}

describe("two processes of a server", () => {
  test("count the requests of a client together, exactly, and say the same", async () => {
    const processes = await Promise.all([startProcess(80), startProcess(80)])
    const results = (await Promise.all(processes.map(({ count }) => count()))).flat()
    const allowed = results.filter(({ isAllowed }) => isAllowed)
    const left = allowed.map(({ remaining }) => remaining)
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at))
    for (const result of results) {
      expect(result).toMatchObject({ policy: "key", quota: 100 })
      expect(result.resetInSeconds).toBeGreaterThan(30)
      expect(result.resetInSeconds).toBeLessThanOrEqual(60)
      expect(result.isAllowed || result.remaining === 0).toBe(true)
    }
    // Another one, later.
    const third = await startProcess(1)
    expect(await third.count()).toMatchObject([{ isAllowed: false, remaining: 0 }])
  })
})

/** Other tests write to other databases of the same server; in between they do not. */
async function positionsAround(work: () => Promise<unknown>) {
  const before = await readSnapshot()
  await work()
  return [before.snapshot, (await readSnapshot()).snapshot] as const
}

const keepsPosition = (work: () => Promise<unknown>) =>
  vi.waitFor(
    async () => {
      const [before, after] = await positionsAround(work)
      expect(after).toBe(before)
    },
    { timeout: 30_000, interval: 20 },
  )

describe("the position of the data", () => {
  test("is the same after requests were counted", async () => {
    const limit = limiter(1_000)
    await limit(id)
    await keepsPosition(() => Promise.all([limit(id), limit(`${id}b`)]))
  })

  test("is another after any other write", async () => {
    for (const sql of [
      "insert into nonce values ('position-test', '0x', now())",
      "delete from nonce where value = 'position-test'",
    ]) {
      const [before, after] = await positionsAround(() => pool().query(sql))
      expect(Number(after)).toBeGreaterThan(Number(before))
    }
  })

  test("changes when a transaction commits, not when it writes", async () => {
    const client = await pool().connect()
    try {
      await client.query("begin")
      await keepsPosition(() =>
        client.query("insert into nonce values (gen_random_uuid()::text, '0x', now())"),
      )
      const [before, after] = await positionsAround(() => client.query("commit"))
      expect(Number(after)).toBeGreaterThan(Number(before))
    } finally {
      client.release()
    }
  })
})
