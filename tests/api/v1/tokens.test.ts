import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/tokens/route"
import { createKey } from "@/lib/auth/api-keys"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"

let as: { key: string }

beforeAll(async () => {
  as = { key: (await createKey(addressOf(1), null)).key }
})

beforeEach(emptyTables)

type Query = Record<string, string | number | boolean>

const list = (query: Query = {}) => call(route, { query, as })

const symbols = async (query: Query = {}) =>
  (await list(query)).body.data.map(({ symbol }) => symbol)

const shouted = (address: string) => address.toUpperCase().replace("0X", "0x")

describe("GET /api/v1/tokens", () => {
  test("200: all fields of a summary", async () => {
    const token = await insertToken({ name: "Reef Coin", symbol: "REEF", multiplier: 45 })
    const trade = await insertTrade({ token: token.address, time: new Date(1_790_000_000_000) })
    const { status, body, headers } = await list()
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: token.id,
          address: token.address,
          name: "Reef Coin",
          symbol: "REEF",
          description: null,
          dev: token.dev,
          image: null,
          multiplier: 45,
          isPrediction: false,
          predictionType: null,
          predictionStatus: null,
          createdAt: token.createdAt.toISOString(),
          lastActivityAt: trade.time.toISOString(),
        },
      ],
      pagination: { total: 1, page: 1, limit: 20, hasMore: false },
    })
    expect(headers.get("cache-control")).toBe("private, no-cache")
  })

  test("200: an empty list", async () => {
    expect((await list()).body).toEqual({
      data: [],
      pagination: { total: 0, page: 1, limit: 20, hasMore: false },
    })
  })

  test("200: newest first, oldest on demand, ties by id in the same direction", async () => {
    const createdAt = new Date(1_790_000_000_000)
    for (const symbol of ["T1", "T2"]) await insertToken({ symbol, createdAt })
    await insertToken({ symbol: "T0", createdAt: new Date(1_780_000_000_000) })
    expect(await symbols()).toEqual(["T2", "T1", "T0"])
    expect(await symbols({ sort: "oldest" })).toEqual(["T0", "T1", "T2"])
  })

  test("200: pages follow each other, and one past the end is empty", async () => {
    for (const symbol of ["T1", "T2", "T3"]) await insertToken({ symbol })
    const first = await list({ limit: 2 })
    expect(first.body.data.map(({ symbol }) => symbol)).toEqual(["T3", "T2"])
    expect(first.body.pagination).toEqual({ total: 3, page: 1, limit: 2, hasMore: true })
    const second = await list({ limit: 2, page: 2 })
    expect(second.body.data.map(({ symbol }) => symbol)).toEqual(["T1"])
    expect(second.body.pagination.hasMore).toBe(false)
    expect((await list({ page: 2_147_483_647, limit: 100 })).body).toEqual({
      data: [],
      pagination: { total: 3, page: 2_147_483_647, limit: 100, hasMore: false },
    })
  })

  test("200: a limit above the maximum is clamped and echoed", async () => {
    expect((await list({ limit: 101 })).body.pagination.limit).toBe(100)
  })

  test("200: filters by creator in any case, and by kind", async () => {
    await insertToken({ symbol: "MINE", dev: addressOf(0xabc) })
    await insertToken({ symbol: "THEIRS" })
    expect(await symbols({ dev: shouted(addressOf(0xabc)) })).toEqual(["MINE"])
    expect(await symbols({ dev: addressOf(99) })).toEqual([])
    expect(await symbols({ isPrediction: true })).toEqual([])
    expect(await symbols({ isPrediction: false, sort: "oldest" })).toEqual(["MINE", "THEIRS"])
  })

  test("200: unknown and repeated parameters do no harm", async () => {
    const query = new URLSearchParams("sort=oldest&sort=nonsense&__proto__=1&extra=2")
    expect((await call(route, { query, as })).status).toBe(200)
  })

  test("400: a misspelt parameter, with the name it has; not beside that name", async () => {
    const { status, body } = await call(route, {
      query: { statuses: "active", sort: "oldest" },
      as,
    })
    const message = "is no parameter of this list; it has status"
    expect([status, body.code, body.details]).toEqual([
      ...[400, "VALIDATION_FAILED"],
      [{ path: "statuses", message }],
    ])
    const both = { is_prediction: "true", isPrediction: "true" }
    expect((await call(route, { query: both, as })).status).toBe(200)
  })

  test("200: a matching ETag answers 304", async () => {
    await insertToken()
    const { headers } = await list()
    const held = { "If-None-Match": headers.get("etag") ?? "" }
    const again = await call(route, { as, headers: held })
    expect([again.status, again.text]).toEqual([304, ""])
  })

  test.each([
    ["page", "0"],
    ["page", "-1"],
    ["page", "1.5"],
    ["page", "1e3"],
    ["page", "0x10"],
    ["page", ""],
    ["page", "2147483648"],
    ["limit", "0"],
    ["limit", "ten"],
    ["sort", "best"],
    ["sort", ""],
    ["dev", "0x12"],
    ["isPrediction", "yes"],
    ["isPrediction", ""],
    ["search", "x".repeat(101)],
  ])("400: %s=%s", async (name, value) => {
    const { status, body } = await list({ [name]: value })
    expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"])
    expect(body.details).toMatchObject([{ path: name }])
  })

  test("400: an unknown sort names the allowed values", async () => {
    expect((await list({ sort: "best" })).body.error).toMatch(/newest.*oldest/)
  })

  test("401: no key, and an unknown key", async () => {
    expect((await call(route)).body.code).toBe("UNAUTHENTICATED")
    expect((await call(route, { as: { key: "atoll_0" } })).body.code).toBe("INVALID_API_KEY")
  })

  test("405: other methods", async () => {
    const { status, headers } = await call(route, { method: "POST", as })
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
  })
})

describe("search", () => {
  beforeEach(async () => {
    for (const symbol of ["100%", "A_B", "AXB", "C\\D", "ÉTÉ", "dog"]) {
      await insertToken({ symbol, name: `The ${symbol} token` })
    }
  })

  test.each([
    ["0%", ["100%"]],
    ["%", ["100%"]],
    ["_", ["A_B"]],
    ["a_b", ["A_B"]],
    ["\\", ["C\\D"]],
    ["c\\d", ["C\\D"]],
    ["DOG", ["dog"]],
    ["the DOG", ["dog"]],
    ["été", ["ÉTÉ"]],
    ["e\u0301t\u00e9", ["ÉTÉ"]],
    ["  dog\u200b ", ["dog"]],
    ["' or 1=1 --", []],
    ["dog'; drop table token", []],
  ])("200: %j finds %j", async (search, matches) => {
    expect(await symbols({ search })).toEqual(matches)
  })

  test("200: empty, and only blanks, are no filter", async () => {
    expect(await symbols({ search: "" })).toHaveLength(6)
    expect(await symbols({ search: " \t " })).toHaveLength(6)
  })
})

describe("search by address", () => {
  test("200: a complete address in any case finds that token alone", async () => {
    const { address } = await insertToken({ symbol: "IT" })
    await insertToken({ symbol: "NAMED", name: address })
    expect(await symbols({ search: shouted(address) })).toEqual(["IT"])
  })

  test("200: 0x and some digits find addresses that begin so, and names that contain it", async () => {
    await insertToken({ symbol: "IT", address: `0xc0ffee${"0".repeat(34)}` })
    await insertToken({ symbol: "NAME", name: "brew 0xC0FFEE" })
    await insertToken({ symbol: "INSIDE", address: `0x00c0ffee${"0".repeat(32)}` })
    expect(await symbols({ search: "0xC0FfEe", sort: "oldest" })).toEqual(["IT", "NAME"])
    expect(await symbols({ search: "c0ffee" })).toEqual(["NAME"])
    expect(await symbols({ search: "0x%" })).toEqual([])
  })
})
