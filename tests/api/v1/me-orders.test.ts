import { beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/me/orders/route"
import { WAD } from "@/lib/units"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertOrderEvent } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

let as: { key: string }
let seller: string
let token: string

beforeEach(async () => {
  await emptyTables()
  token = (await insertMarket()).address
  const account = await createApiKey()
  as = { key: account.key }
  seller = account.wallet
})

const orders = (query: Record<string, string | number> = {}) => call(route, { query, as })

describe("GET /api/v1/me/orders", () => {
  test("200: all fields, of the acting wallet alone", async () => {
    const creation = await insertOrderEvent({ token, seller, orderId: 3, outcome: 1, price: 5n })
    await insertOrderEvent({ token, orderId: 4 })
    expect((await orders()).body).toEqual({
      data: [
        {
          id: Number(creation.id),
          orderId: "3",
          marketToken: token,
          seller,
          outcomeId: 1,
          amount: `${10n * WAD}`,
          pricePerShare: "5",
          status: "ACTIVE",
          createdAt: creation.time.toISOString(),
        },
      ],
      pagination: { total: 1, page: 1, limit: 20, hasMore: false, totalPages: 1 },
    })
  })

  test("200: newest first over all markets, filtered, in pages", async () => {
    const other = (await insertMarket()).address
    await insertOrderEvent({ token, seller, orderId: 0 })
    await insertOrderEvent({ token: other, seller, orderId: 0, outcome: 1 })
    await insertOrderEvent({ token, seller, orderId: 1 })
    await insertOrderEvent({ token, seller, orderId: 1, kind: "cancelled" })
    const orderNumbers = async (query: Record<string, string | number>) =>
      (await orders(query)).body.data.map(({ marketToken, orderId }) => [marketToken, orderId])
    expect(await orderNumbers({})).toEqual([
      [token, "1"],
      [other, "0"],
      [token, "0"],
    ])
    expect(await orderNumbers({ marketToken: other.toUpperCase().replace("0X", "0x") })).toEqual([
      [other, "0"],
    ])
    expect(await orderNumbers({ status: "CANCELLED" })).toEqual([[token, "1"]])
    // No market has so many, but the number may be asked for.
    expect(await orderNumbers({ outcomeId: 2_147_483_647 })).toEqual([])
    expect(await orderNumbers({ outcomeId: 0, status: "ACTIVE", marketToken: token })).toEqual([
      [token, "0"],
    ])
    expect(await orderNumbers({ marketToken: addressOf(404) })).toEqual([])
    expect((await orders({ limit: 2 })).body.pagination).toEqual({
      total: 3,
      page: 1,
      limit: 2,
      hasMore: true,
      totalPages: 2,
    })
  })

  test("200: nothing yet", async () => {
    expect((await orders()).body).toEqual({
      data: [],
      pagination: { total: 0, page: 1, limit: 20, hasMore: false, totalPages: 0 },
    })
  })

  test("200: with a session, of the wallet the request acts for", async () => {
    const first = await createSession()
    const second = await createSession({ cookie: first.cookie })
    await insertOrderEvent({ token, seller: first.address, orderId: 8 })
    const listOrders = async (headers?: Record<string, string>) =>
      (await call(route, { as: { cookie: second.cookie }, ...(headers && { headers }) })).body.data
    expect(await listOrders()).toEqual([])
    expect(await listOrders({ "x-wallet-address": first.address })).toMatchObject([
      { orderId: "8" },
    ])
  })

  test.each([
    ["status", "open"],
    ["marketToken", "0x12"],
    ["outcomeId", "-1"],
    ["page", "0"],
    ["limit", ""],
  ])("400: %s=%s", async (name, value) => {
    expect((await orders({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("401: neither key nor session", async () => {
    expect((await call(route)).body.code).toBe("UNAUTHENTICATED")
  })

  test("403: another wallet than the key's", async () => {
    const headers = { "x-wallet-address": addressOf(1) }
    expect((await call(route, { as, headers })).body.code).toBe("WALLET_NOT_IN_SESSION")
  })
})
