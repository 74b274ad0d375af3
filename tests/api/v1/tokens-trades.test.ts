import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as tradesRoute from "@/app/api/v1/tokens/[address]/trades/route"
import * as walletRoute from "@/app/api/v1/wallet/[address]/transactions/route"
import { createKey } from "@/lib/auth/api-keys"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { addressOf, emptyTables, insertToken, insertTrade } from "@/tests/helpers/rows"

let as: { key: string }
let token: string

beforeAll(async () => {
  as = { key: (await createKey(addressOf(1), null)).key }
})

beforeEach(async () => {
  await emptyTables()
  token = (await insertToken()).address
})

type Query = Record<string, string | number>

const trades = (query: Query = {}, address = token) =>
  call(tradesRoute, { params: { address }, query, as })

const transactions = (address: string, query: Query = {}) =>
  call(walletRoute, { params: { address }, query, as })

/** Follows nextCursor to the end; `meanwhile` runs after each page. */
async function walk(limit: number, query: Query = {}, meanwhile = async () => {}) {
  const seen: number[] = []
  let cursor: string | null | undefined
  do {
    const { body } = await trades({ limit, ...query, ...(cursor && { cursor }) })
    seen.push(...body.data.map(({ id }) => id))
    cursor = body.pagination.nextCursor
    expect(body.pagination.hasMore).toBe(cursor !== null)
    await meanwhile()
  } while (cursor)
  return seen
}

describe("GET /api/v1/tokens/{address}/trades", () => {
  test("200: all fields", async () => {
    const trade = await insertTrade({
      token,
      type: 2,
      amountToken: 123n,
      amountUsdc: 10n ** 60n,
      price: 5n * 10n ** 15n,
      log: 7,
    })
    expect((await trades()).body).toEqual({
      data: [
        {
          id: trade.number * 1_000_000 + 7,
          contractAddress: token,
          type: "leverage_buy",
          amountToken: "123",
          amountUSDC: `1${"0".repeat(60)}`,
          user: trade.user,
          price: "0.005",
          txHash: trade.hash,
          blockNumber: trade.number,
          timestamp: trade.time.toISOString(),
          routingLeg: false,
        },
      ],
      pagination: { limit: 20, hasMore: false, nextCursor: null },
    })
  })

  test("200: routing legs are listed, newest first by row id", async () => {
    const { number } = await insertTrade({ token, routingLeg: true })
    await insertTrade({ token, number, log: 3 })
    const { body } = await trades()
    expect(body.data.map(({ id, routingLeg }) => [id % 1_000_000, routingLeg])).toEqual([
      [3, false],
      [0, true],
    ])
  })

  test.each([
    ["buy", [0, 4]],
    ["sell", [1]],
    ["leverage_buy", [2]],
    ["leverage_sell", [3]],
  ])("200: type %s", async (type, numbers) => {
    const rows: { id: bigint }[] = []
    for (const kind of [0, 1, 2, 3, 0]) rows.push(await insertTrade({ token, type: kind }))
    const expected = numbers.map((index) => Number(rows[index]?.id)).reverse()
    expect((await trades({ type })).body.data.map(({ id }) => id)).toEqual(expected)
  })

  test("200: a walk sees each row once, whatever arrives meanwhile", async () => {
    const before: number[] = []
    for (let index = 0; index < 23; index++) {
      before.push(Number((await insertTrade({ token, type: index % 4 })).id))
    }
    const meanwhile = async () => {
      await insertTrade({ token })
    }
    expect(await walk(5, {}, meanwhile)).toEqual(before.reverse())
  })

  test("200: a late row stands in its place in the order", async () => {
    const blocks = [9_000, 9_002, 9_004, 9_006]
    for (const number of blocks) await insertTrade({ token, number })
    let isLate = false
    const seen = await walk(2, {}, async () => {
      if (!isLate) await insertTrade({ token, number: 9_001 })
      isLate = true
    })
    expect(seen.map((id) => id / 1_000_000)).toEqual([9_006, 9_004, 9_002, 9_001, 9_000])
  })

  test("200: exactly a full page has no next one", async () => {
    for (let index = 0; index < 3; index++) await insertTrade({ token })
    const { body } = await trades({ limit: 3 })
    expect(body.pagination).toEqual({ limit: 3, hasMore: false, nextCursor: null })
  })

  test("200: a cursor of a deleted row is valid, and so is one beyond all", async () => {
    const { id } = await insertTrade({ token })
    expect((await trades({ cursor: `${id + 1n}` })).body.data).toHaveLength(1)
    expect((await trades({ cursor: "9223372036854775807" })).body.data).toHaveLength(1)
    expect((await trades({ cursor: "0" })).body.data).toEqual([])
  })

  test("200: a limit above the maximum is clamped", async () => {
    expect((await trades({ limit: 5_000 })).body.pagination.limit).toBe(100)
  })

  test.each(["abc", "-1", "1.5", "", "9223372036854775808", "0x10", "1 or 1=1"])(
    "400: cursor %j",
    async (cursor) => {
      expect((await trades({ cursor })).body).toMatchObject({ code: "INVALID_CURSOR" })
    },
  )

  test.each([
    ["limit", "0"],
    ["limit", "-5"],
    ["limit", "1.5"],
    ["limit", ""],
    ["type", "hold"],
    ["type", ""],
    ["type", "BUY"],
  ])("400: %s=%s", async (name, value) => {
    expect((await trades({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("400: malformed address", async () => {
    expect((await trades({}, "0x1")).body.code).toBe("VALIDATION_FAILED")
  })

  test("401: no key", async () => {
    expect((await call(tradesRoute, { params: { address: token } })).status).toBe(401)
  })

  test("404: an address that is not listed", async () => {
    expect((await trades({}, addressOf(404))).body.code).toBe("TOKEN_NOT_FOUND")
  })
})

describe("GET /api/v1/wallet/{address}/transactions", () => {
  const user = addressOf(0xbeef)

  test("200: all fields, over all tokens", async () => {
    const other = (await insertToken()).address
    await insertTrade({ token, user, type: 0, price: WAD })
    const last = await insertTrade({ token: other, user, type: 1, price: 15n * 10n ** 17n })
    await insertTrade({ token })
    const { body } = await transactions(user.toUpperCase().replace("0X", "0x"))
    expect(body.data.map(({ contractAddress }) => contractAddress)).toEqual([other, token])
    expect(body.data[0]).toEqual({
      id: Number(last.id),
      contractAddress: other,
      type: "sell",
      amountToken: `${WAD}`,
      amountUSDC: `${WAD}`,
      price: "1.5",
      txHash: last.hash,
      blockNumber: last.number,
      timestamp: last.time.toISOString(),
      routingLeg: false,
    })
    expect(body.pagination).toEqual({ limit: 20, hasMore: false, nextCursor: null })
  })

  test("200: filtered by type, in pages", async () => {
    for (const type of [0, 1, 1, 3]) await insertTrade({ token, user, type })
    const first = await transactions(user, { type: "sell", limit: 1 })
    const cursor = first.body.pagination.nextCursor ?? ""
    const second = await transactions(user, { type: "sell", limit: 1, cursor })
    expect(second.body.data).toHaveLength(1)
    expect(second.body.data[0]?.id).toBeLessThan(first.body.data[0]?.id ?? 0)
    expect(second.body.pagination.hasMore).toBe(false)
  })

  test("200: an unknown wallet has an empty list", async () => {
    expect((await transactions(addressOf(404))).body).toEqual({
      data: [],
      pagination: { limit: 20, hasMore: false, nextCursor: null },
    })
  })

  test("400: malformed address, cursor and type", async () => {
    expect((await transactions("0x1")).body.code).toBe("VALIDATION_FAILED")
    expect((await transactions(user, { cursor: "x" })).body.code).toBe("INVALID_CURSOR")
    expect((await transactions(user, { type: "x" })).body.code).toBe("VALIDATION_FAILED")
  })

  test("401: no key", async () => {
    expect((await call(walletRoute, { params: { address: user } })).status).toBe(401)
  })
})
