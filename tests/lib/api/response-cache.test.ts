import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { pool } from "@/lib/db/client"
import { integer } from "@/lib/http/wire"
import { log as logger } from "@/lib/telemetry/logger"
import { call } from "@/tests/helpers/call"

beforeEach(() => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date", "performance"] })
})
afterEach(() => vi.useRealTimers())

let paths = 0

/** A page that counts how often it was computed. */
function counting({ fresh = false } = {}) {
  let computed = 0
  const page = resource({
    GET: route({
      summary: "Test",
      tag: "Test",
      auth: "none",
      limit: "page",
      cache: 60,
      isIndexed: fresh,
      query: z.object({ page: integer().default(1) }),
      response: z.object({ computed: z.int() }),
      handler: async () => {
        computed++
        if (computed === 1 && fresh) throw new Error("first time lucky")
        return { computed }
      },
    }),
  })
  const path = `/page-${paths++}`
  return async (query = {}) => call(page, { path, query })
}

describe("a cached page", () => {
  test("is computed once per lifetime and parameter set, also by many at once", async () => {
    const get = counting()
    const answers = await Promise.all(Array.from({ length: 10 }, () => get()))
    expect(answers.map(({ body }) => body.computed)).toEqual(Array(10).fill(1))
    expect((await get({ page: "01", other: "x" })).body.computed).toBe(1)
    expect((await get({ page: 2 })).body.computed).toBe(2)
    vi.advanceTimersByTime(59_999)
    expect((await get()).body.computed).toBe(1)
    vi.advanceTimersByTime(1)
    expect((await get()).body.computed).toBe(3)
  })

  test("says how long it may be kept and how old it is", async () => {
    const get = counting()
    const { headers } = await get()
    expect(headers.get("cache-control")).toBe("public, max-age=60")
    expect(headers.has("age")).toBe(false)
    expect(headers.get("ratelimit-policy")).toBe('"page";q=120;w=60')
    vi.advanceTimersByTime(20_000)
    expect((await get()).headers.get("age")).toBe("20")
  })

  test("keeps no failure, and tells the freshness of the moment it was computed", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const get = counting({ fresh: true })
    const unknown = await get()
    expect(unknown.status).toBe(500)
    await pool().query(
      `insert into index_cursor (id, chain_id, genesis_hash, indexed_block, indexed_time, head_block, head_time)
       values (1, 31337, '\\x00', 40, now(), 42, now())`,
    )
    const page = await get()
    expect(page.headers.get("x-indexed-block")).toBe("40")
    expect(page.headers.get("x-chain-head")).toBe("42")
    await pool().query("update index_cursor set indexed_block = 41")
    expect((await get()).headers.get("x-indexed-block")).toBe("40")
    log.mockRestore()
  })
})
