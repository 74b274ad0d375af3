import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { keepAnswer, openAnswerCache } from "@/lib/api/answer-cache"
import { resource, route } from "@/lib/api/route"
import { pool } from "@/lib/db/client"
import { rawJson } from "@/lib/http/response"
import { integer } from "@/lib/http/wire"
import { log as logger } from "@/lib/telemetry/logger"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"

process.env.RATE_LIMIT_KEY = "1000000"

const answer = z.object({ made: z.int(), name: z.string(), seen: z.array(z.string()) })

const SELECT = "select avatar_url as name from profile where wallet = 'named'"
const RENAME = `insert into profile (wallet, avatar_url) values ('named', $1)
  on conflict (wallet) do update set avatar_url = $1`

/** An operation that reads a name and counts how often it was asked to. */
function counting(clock?: "none" | "second" | "minute", isOwn?: boolean) {
  let runs = 0
  return resource({
    GET: route({
      summary: "Test",
      tag: "Test",
      auth: "either",
      isIndexed: true,
      ...(clock && { kept: { clock, topics: ["people"] } }),
      ...(isOwn && { isOwn }),
      params: z.object({ id: integer().optional() }),
      query: z.object({ page: integer().default(1) }),
      response: answer,
      handler: async ({ headers, ...input }) => {
        runs++
        headers.push(["X-Made", `${runs}`])
        const { rows } = await pool().query<{ name: string }>(SELECT)
        if (rows.length === 0) throw new Error("nothing there")
        const fields: Record<string, unknown> = { ...input }
        const seen = Object.keys(fields).filter((name) => fields[name] !== undefined)
        return { made: runs, name: rows[0]?.name ?? "", seen }
      },
    }),
  })
}

/** Another process: its writes pass by this one's memory. */
let other: pg.Client
let as: { key: string }

beforeAll(async () => {
  other = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await other.connect()
  as = await createApiKey()
  // A connection that is made later would begin another cache.
  await Promise.all([1, 2, 3].map(() => pool().query("select pg_sleep(0.05)")))
})

afterAll(() => other.end())

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] })
  await other.query(RENAME, ["One"])
})

afterEach(() => {
  vi.useRealTimers()
})

describe("an answer that follows from rows and parameters", () => {
  test("is made once while nothing is written, with its headers, and limits are counted", async () => {
    const rows = counting("none")
    const first = await call(rows, { as })
    const second = await call(rows, { as })
    expect(second.body).toEqual(first.body)
    expect(second.headers.get("x-made")).toBe(first.headers.get("x-made"))
    const [before = 0, after] = [first, second].map(({ headers }) =>
      Number(headers.get("x-ratelimit-remaining")),
    )
    expect(after).toBe(before - 1)
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"))
    const etag = first.headers.get("etag") ?? ""
    const unchanged = await call(rows, { as, headers: { "If-None-Match": etag } })
    expect(unchanged.status).toBe(304)
  })

  test("is never that of before a commit elsewhere", async () => {
    const rows = counting("none")
    for (let turn = 0; turn < 50; turn++) {
      await call(rows, { as })
      await other.query(RENAME, [`Turn ${turn}`])
      const { body } = await call(rows, { as })
      expect(body.name).toBe(`Turn ${turn}`)
    }
  })

  test("is another one for other parameters, and for another operation", async () => {
    const [one, two] = [counting("none"), counting("none")]
    const counts = [
      await call(one, { as }),
      await call(one, { as, params: { id: "1" } }),
      await call(one, { as, params: { id: "2" } }),
      await call(one, { as, query: { page: 2 } }),
    ].map(({ body }) => body.made)
    expect(new Set(counts).size).toBe(4)
    expect((await call(two, { as })).headers.get("x-made")).toBe("1")
    expect((await call(one, { as, params: { id: "1" } })).body.made).toBe(counts[1])
  })

  test("knows neither caller nor request", async () => {
    const { body } = await call(counting("none"), { as })
    expect(body.seen.sort()).toEqual(["keep", "params", "query"])
    const own = await call(counting(), { as })
    expect(own.body.seen).toContain("caller")
  })

  test("is kept over seconds, unless it depends on them", async () => {
    const [rows, clock] = [counting("none"), counting("second")]
    vi.setSystemTime(Math.ceil(Date.now() / 1_000) * 1_000)
    const first = [await call(rows, { as }), await call(clock, { as })]
    vi.advanceTimersByTime(300)
    const same = [await call(rows, { as }), await call(clock, { as })]
    vi.advanceTimersByTime(700)
    const next = [await call(rows, { as }), await call(clock, { as })]
    const counts = [first, same, next].map((answers) => answers.map(({ body }) => body.made))
    expect(counts[1]).toEqual(counts[0])
    expect(counts[2]?.[0]).toBe(counts[0]?.[0])
    expect(counts[2]?.[1]).toBe((counts[0]?.[1] ?? 0) + 1)
  })

  test("is kept over a minute where it depends on minutes", async () => {
    const rows = counting("minute")
    vi.setSystemTime(Math.ceil(Date.now() / 60_000) * 60_000)
    const first = await call(rows, { as })
    vi.advanceTimersByTime(50_000)
    const same = await call(rows, { as })
    vi.advanceTimersByTime(10_000)
    const next = await call(rows, { as })
    expect(same.body.made).toBe(first.body.made)
    expect(next.body.made).toBe(first.body.made + 1)
  })

  test("is each wallet's own where it is the wallet's", async () => {
    const rows = counting("none", true)
    const other = await createApiKey()
    const first = await call(rows, { as })
    const others = await call(rows, { as: other })
    const again = await call(rows, { as })
    expect(others.body.made).toBe(first.body.made + 1)
    expect(again.body.made).toBe(first.body.made)
    expect(again.body.seen).toEqual(["params", "query", "caller", "keep"])
  })

  test("is not kept where it failed", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const rows = counting("none")
    await other.query("delete from profile where wallet = 'named'")
    expect((await call(rows, { as })).status).toBe(500)
    expect((await call(rows, { as, query: { page: "x" } })).status).toBe(400)
    await other.query(RENAME, ["Late"])
    expect((await call(rows, { as })).body.name).toBe("Late")
    log.mockRestore()
  })
})

test("without its clock an answer is made for each request", async () => {
  const rows = counting()
  const counts = [await call(rows, { as }), await call(rows, { as })].map(({ body }) => body.made)
  expect(counts).toEqual([1, 2])
})

describe("kept answers", () => {
  const make = (text: string) => async () => ({ body: rawJson(text), headers: [] })

  test("are right for one position", async () => {
    const cache = openAnswerCache()
    const read = async (position: string, text: string) =>
      (await keepAnswer(cache, "key", position, make(text))).body.text
    expect(await read("1", "one")).toBe("one")
    expect(await read("1", "never")).toBe("one")
    expect(await read("2", "two")).toBe("two")
    // Whoever read the position before the write, and comes later.
    expect(await read("1", "again")).toBe("again")
  })

  test("do not outlive the database's server: a new connection begins anew", async () => {
    const before = openAnswerCache()
    await keepAnswer(before, "key", "1", make("of the old server"))
    const connected = await pool().connect()
    pool().emit("connect", connected)
    connected.release()
    const cache = openAnswerCache()
    // Of a request that began before.
    await keepAnswer(before, "other", "1", make("of the old server"))
    for (const key of ["key", "other"]) {
      const { body } = await keepAnswer(cache, key, "1", make("of the new server"))
      expect(body.text).toBe("of the new server")
    }
  })

  test("are forgotten, the oldest first, when they take too much", async () => {
    const cache = openAnswerCache()
    const text = "x".repeat(1_000_000)
    for (let key = 0; key < 30; key++) await keepAnswer(cache, `${key}`, "1", make(text))
    expect(cache.has("0")).toBe(false)
    expect(cache.has("29")).toBe(true)
    expect(cache.calculatedSize).toBeLessThanOrEqual(48_000_000)
  })
})
