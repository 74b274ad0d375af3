import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as route from "@/app/api/v1/tokens/[address]/candles/route"
import { createKey } from "@/lib/auth/api-keys"
import { pool } from "@/lib/db/client"
import { type Interval, intervalNames, intervals } from "@/lib/tokens/candles/intervals"
import type { Candle } from "@/lib/tokens/candles/schema"
import { call } from "@/tests/helpers/call"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"
import {
  addressOf,
  deriveFromSyncs,
  emptyTables,
  insertSync,
  insertToken,
} from "@/tests/helpers/rows"

// The property asks more often than a key may in a minute.
process.env.RATE_LIMIT_KEY = "100000"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A whole day, and a time well before now. */
const START = Date.UTC(2026, 5, 1)

let as: { key: string }
let token: string

beforeAll(async () => {
  as = { key: (await createKey(addressOf(1), null)).key }
})

beforeEach(async () => {
  await emptyTables()
  token = (await insertToken()).address
})

/** Within an hour, at its very end, and when an hour, a day and a month begin. */
const CLOCKS = ["2037-01-31T14:23:45.678Z", "2037-01-31T23:59:59.999Z", "2037-02-01T00:00:00.000Z"]

const setClock = (time: string) => {
  vi.useFakeTimers({ now: Date.parse(time), toFake: ["Date"] })
  return Date.now()
}

afterEach(() => {
  vi.useRealTimers()
})

type Query = Record<string, string | number | boolean>

const candles = (query: Query = {}, address = token) =>
  call(route, { params: { address }, query, as })

const sync = (offsetMs: number, price: bigint, from = START) =>
  insertSync({ token, reserve0: 1n, reserve1: price, time: new Date(from + offsetMs) })

const flat = (time: number, price: number) => ({
  time,
  open: price,
  high: price,
  low: price,
  close: price,
})

describe("GET /api/v1/tokens/{address}/candles", () => {
  test("200: open, high, low and close in chain order", async () => {
    for (const [minute, price] of [5n, 9n, 2n, 4n].entries()) await sync(minute * 60_000, price)
    const query = { from: START, to: START + HOUR_MS }
    expect((await candles(query)).body).toEqual({
      data: [{ time: START, open: 5, high: 9, low: 2, close: 4 }],
      interval: "1h",
      count: 1,
    })
    const { body } = await candles({ ...query, interval: "1m" })
    expect(body.data.map(({ close }) => close)).toEqual([5, 9, 2, 4])
  })

  test.each(CLOCKS)("200: by default the last 7 days up to %s, by the hour", async (time) => {
    const now = setClock(time)
    const place = (ago: number) => Math.floor((now - ago) / HOUR_MS) * HOUR_MS
    await sync(-8 * DAY_MS, 1n, now)
    await sync(-6 * DAY_MS, 2n, now)
    await sync(-1, 3n, now)
    expect((await candles()).body.data).toEqual([flat(place(6 * DAY_MS), 2), flat(place(1), 3)])
  })

  test("200: from is rounded down to its bucket, to is exclusive", async () => {
    for (const hour of [0, 1, 2]) await sync(hour * HOUR_MS, BigInt(hour + 1))
    const times = async (from: number, to: number) =>
      (await candles({ from, to })).body.data.map(({ time }) => (time - START) / HOUR_MS)
    expect(await times(START + HOUR_MS + 5, START + 2 * HOUR_MS)).toEqual([1])
    expect(await times(START + HOUR_MS + 5, START + 2 * HOUR_MS + 1)).toEqual([1, 2])
    expect(await times(0, 9_007_199_254_740_991)).toEqual([0, 1, 2])
  })

  test("200: the newest buckets when there are more than the limit", async () => {
    for (const hour of [0, 1, 5]) await sync(hour * HOUR_MS, BigInt(hour + 1))
    const query = { from: START, to: START + 8 * HOUR_MS, limit: 2 }
    expect((await candles(query)).body.data.map(({ close }) => close)).toEqual([2, 6])
    const filled = await candles({ ...query, fill: true })
    expect(filled.body.data.map(({ time }) => (time - START) / HOUR_MS)).toEqual([6, 7])
  })

  test("200: a limit above 1,000 is clamped", async () => {
    await sync(0, 1n)
    const query = { from: START, to: START + 30 * DAY_MS, interval: "15m", fill: true }
    expect((await candles({ ...query, limit: 5_000 })).body.count).toBe(1_000)
    expect((await candles(query)).body.count).toBe(500)
  })

  test("200: gaps are filled with the close before them, even from before the range", async () => {
    await sync(0, 7n)
    await sync(3 * HOUR_MS, 8n)
    const query = { from: START + HOUR_MS, to: START + 5 * HOUR_MS, fill: true }
    expect((await candles(query)).body.data).toEqual(
      [7, 7, 8, 8].map((price, index) => flat(START + (index + 1) * HOUR_MS, price)),
    )
    expect((await candles({ ...query, fill: false })).body.count).toBe(1)
  })

  test.each(CLOCKS)(
    "200: nothing is filled before the first Sync row or after %s",
    async (time) => {
      const now = setClock(time)
      await sync(-2 * HOUR_MS, 1n, now)
      const query = { from: 0, to: now + 10 * HOUR_MS, fill: true }
      const { data } = (await candles(query)).body
      expect(data.map(({ time }) => time)).toEqual(
        [2, 1, 0].map((hours) => Math.floor((now - hours * HOUR_MS) / HOUR_MS) * HOUR_MS),
      )
    },
  )

  test("200: a token without Sync rows has none", async () => {
    expect((await candles({ fill: true })).body).toEqual({ data: [], interval: "1h", count: 0 })
  })

  test.each([
    ["interval", "2h", /1m.*1d/],
    ["interval", "", /1m.*1d/],
    ["from", "1", /milliseconds/],
    ["to", "99999999999", /milliseconds/],
    ["from", "-1", /integer/],
    ["to", "1e12", /integer/],
    ["to", "9007199254740992", /9007199254740991/],
    ["limit", "0", /between/],
    ["limit", "", /integer/],
    ["fill", "1", /true or false/],
  ])("400: %s=%s", async (name, value, message) => {
    const { status, body } = await candles({ [name]: value })
    expect([status, body.code, body.details[0]?.path]).toEqual([400, "VALIDATION_FAILED", name])
    expect(body.error).toMatch(message)
  })

  test("400: from at or after to", async () => {
    expect((await candles({ from: START, to: START })).body.code).toBe("VALIDATION_FAILED")
    expect((await candles({ to: START })).status).toBe(400)
    expect((await candles({ from: Date.now() + HOUR_MS })).status).toBe(400)
  })

  test("400: malformed address", async () => {
    expect((await candles({}, "0x1")).body.code).toBe("VALIDATION_FAILED")
  })

  test("401: no key", async () => {
    expect((await call(route, { params: { address: token } })).status).toBe(401)
  })

  test("404: an address that is not listed", async () => {
    expect((await candles({}, addressOf(404))).body.code).toBe("TOKEN_NOT_FOUND")
    expect((await candles({ fill: true }, addressOf(404))).status).toBe(404)
  })
})

type Sync = { at: number; reserve0: bigint; reserve1: bigint }

/** The quotient's 80 digits after the point, so that parsing rounds it once. */
function quotient({ reserve0, reserve1 }: Sync) {
  const scaled = ((reserve1 * 10n ** 80n) / reserve0).toString().padStart(81, "0")
  return Number(`${scaled.slice(0, -80)}.${scaled.slice(-80)}`)
}

type Asked = { interval: Interval; from: number; to: number; limit: number; fill: boolean }

/** The rules, one after the other, without any thought of speed. */
function expected(syncs: Sync[], { interval, from, to, limit, fill }: Asked): Candle[] {
  const step = intervals[interval] * 1_000
  const bucket = (at: number) => Math.floor(at / step) * step
  const candles: Candle[] = []
  const first = Math.min(...syncs.map(({ at }) => bucket(at)))
  for (let time = first; time < Math.min(to, START + 40 * DAY_MS); time += step) {
    const prices = syncs.filter(({ at }) => bucket(at) === time).map(quotient)
    const [open] = prices
    const close = prices.at(-1)
    if (open !== undefined && close !== undefined) {
      candles.push({ time, open, high: Math.max(...prices), low: Math.min(...prices), close })
    } else if (fill) {
      candles.push(flat(time, candles.at(-1)?.close ?? Number.NaN))
    }
  }
  return candles.filter(({ time }) => time >= bucket(from)).slice(-limit)
}

const reserve = fc.bigInt({ min: 1n, max: 2n ** 112n })
const offset = fc.integer({ min: 0, max: 3 * DAY_MS })

const history = fc.array(fc.record({ at: offset, reserve0: reserve, reserve1: reserve }), {
  minLength: 1,
  maxLength: 40,
})

const rangeQuery = fc.record({
  interval: fc.constantFrom(...intervalNames),
  from: fc.integer({ min: -DAY_MS, max: 3 * DAY_MS }),
  length: fc.integer({ min: 1, max: 2 * DAY_MS }),
  limit: fc.integer({ min: 1, max: 60 }),
  fill: fc.boolean(),
})

async function store(syncs: Sync[]) {
  await pool().query("truncate pool_sync")
  await pool().query(
    `insert into pool_sync (id, tx_id, time, token, reserve0, reserve1)
      select 1000000 * place, 1000000 * place, to_timestamp(at / 1000.0), $1, reserve0, reserve1
      from unnest($2::bigint[], $3::numeric[], $4::numeric[]) with ordinality
        as given (at, reserve0, reserve1, place)`,
    [token, ...(["at", "reserve0", "reserve1"] as const).map((of) => syncs.map((row) => row[of]))],
  )
  await deriveFromSyncs(token)
}

test("candles agree with the rules on random histories", async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(rangeQuery, { minLength: 4, maxLength: 4 }),
      async (rows, all) => {
        const syncs = rows
          .map((row) => ({ ...row, at: START + row.at }))
          .sort((one, other) => one.at - other.at)
        await store(syncs)
        for (const { from, length, ...rest } of all) {
          const query = { ...rest, from: START + from, to: START + from + length }
          const { body } = await candles(query)
          expect(body.data).toEqual(expected(syncs, query))
          expect(body.count).toBe(body.data.length)
        }
      },
    ),
    { numRuns: runs(8, 200) },
  )
})
