import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/markets/[address]/liquidity/route"
import { createKey } from "@/lib/auth/api-keys"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertPurchase } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

let as: { key: string }
let token: string

beforeAll(async () => {
  as = { key: (await createKey(addressOf(1), null)).key }
})

beforeEach(async () => {
  await emptyTables()
  token = (await insertMarket()).address
})

type Query = Record<string, string | number>

const liquidity = (query: Query = {}, address = token) =>
  call(route, { params: { address }, query, as })

describe("GET /api/v1/markets/{address}/liquidity", () => {
  test("200: all fields", async () => {
    const purchase = await insertPurchase({
      token,
      outcome: 1,
      shares: 10n ** 60n,
      usdc: 7n,
      reserve: 2n * 10n ** 60n,
      totalReserve: 3n * 10n ** 60n,
      log: 9,
    })
    expect((await liquidity()).body).toEqual({
      data: [
        {
          id: purchase.number * 1_000_000 + 9,
          buyer: purchase.buyer,
          outcomeId: 1,
          shares: `1${"0".repeat(60)}`,
          usdcSpent: "7",
          tradeType: "buy",
          newReserve: `2${"0".repeat(60)}`,
          newTotalReserve: `3${"0".repeat(60)}`,
          txHash: purchase.hash,
          blockNumber: purchase.number,
          timestamp: purchase.time.toISOString(),
          probability: 2 / 3,
        },
      ],
      pagination: { limit: 20, hasMore: false, nextCursor: null },
    })
  })

  const filters: Query[] = [{}, { outcomeId: 1 }]
  test.each(filters)("200: a walk sees each row once: %j", async (filter) => {
    const rows: { id: number; outcome: number }[] = []
    for (let index = 0; index < 12; index++) {
      const { id, outcome } = await insertPurchase({ token, outcome: index % 2 })
      rows.unshift({ id: Number(id), outcome })
    }
    await insertPurchase({ token: (await insertMarket()).address, outcome: 1 })
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const query: Query = { limit: 5, ...filter, ...(cursor && { cursor }) }
      const { data, pagination } = (await liquidity(query)).body
      seen.push(...data.map(({ id }) => id))
      expect(pagination.hasMore).toBe(pagination.nextCursor !== null)
      cursor = pagination.nextCursor
      await insertPurchase({ token, outcome: 1 })
    } while (cursor)
    const matching = rows.filter(({ outcome }) => !("outcomeId" in filter) || outcome === 1)
    expect(seen).toEqual(matching.map(({ id }) => id))
  })

  test("200: exactly a full page has no next one; a cursor beyond all is valid", async () => {
    for (let index = 0; index < 3; index++) await insertPurchase({ token })
    expect((await liquidity({ limit: 3 })).body.pagination).toEqual({
      limit: 3,
      hasMore: false,
      nextCursor: null,
    })
    expect((await liquidity({ cursor: "9223372036854775807" })).body.data).toHaveLength(3)
    expect((await liquidity({ cursor: "0" })).body.data).toEqual([])
  })

  test("200: a market without purchases, an outcome it does not have", async () => {
    expect((await liquidity()).body.data).toEqual([])
    await insertPurchase({ token })
    expect((await liquidity({ outcomeId: 2_147_483_647 })).body.data).toEqual([])
  })

  test.each(["abc", "-1", "", "9223372036854775808"])("400: cursor %j", async (cursor) => {
    expect((await liquidity({ cursor })).body.code).toBe("INVALID_CURSOR")
  })

  test.each([
    ["limit", "0"],
    ["limit", ""],
    ["outcomeId", "yes"],
    ["outcomeId", "-1"],
    ["outcomeId", "2147483648"],
  ])("400: %s=%s", async (name, value) => {
    expect((await liquidity({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("400: malformed address", async () => {
    expect((await liquidity({}, "0x1")).body.code).toBe("VALIDATION_FAILED")
  })

  test("401: no key", async () => {
    expect((await call(route, { params: { address: token } })).status).toBe(401)
  })

  test("404: an address that is not listed, and a token that is no market", async () => {
    expect((await liquidity({}, addressOf(404))).body.code).toBe("MARKET_NOT_FOUND")
    const { address } = await insertToken()
    expect((await liquidity({ outcomeId: 0 }, address)).body.code).toBe("MARKET_NOT_FOUND")
  })
})
