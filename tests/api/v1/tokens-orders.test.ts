import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/tokens/[address]/orders/route"
import { createKey } from "@/lib/auth/api-keys"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertOrderEvent } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, insertToken, nextBlock } from "@/tests/helpers/rows"

let as: { key: string }
let token: string

beforeAll(async () => {
  as = { key: (await createKey(addressOf(1), null)).key }
})

beforeEach(async () => {
  await emptyTables()
  token = (await insertMarket()).address
})

const orders = (query: Record<string, string | number> = {}, address = token) =>
  call(route, { params: { address }, query, as })

const numbers = async (query: Record<string, string | number> = {}) =>
  (await orders(query)).body.data.map(({ orderId }) => orderId)

/** Order 0 is active, 1 filled, 2 cancelled, 3 active and of the other outcome. */
async function insertFour() {
  for (const orderId of [0, 1, 2]) await insertOrderEvent({ token, orderId })
  await insertOrderEvent({ token, orderId: 3, outcome: 1 })
  await insertOrderEvent({ token, orderId: 1, kind: "filled", amount: 10n * WAD })
  await insertOrderEvent({ token, orderId: 2, kind: "cancelled" })
}

describe("GET /api/v1/tokens/{address}/orders", () => {
  test("200: all fields of an order that is filled in part", async () => {
    const creation = await insertOrderEvent({
      token,
      orderId: 7,
      outcome: 1,
      totalAmount: 10n ** 60n,
      price: 123n,
    })
    const time = new Date(creation.time.getTime() + 5_000)
    const terms = { outcome: 1, totalAmount: 10n ** 60n, price: 123n }
    await insertOrderEvent({ token, orderId: 7, ...terms, kind: "filled", amount: 1n, time })
    expect((await orders()).body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^c[a-z0-9]{24}$/),
          orderId: 7,
          seller: creation.seller,
          outcomeId: 1,
          amount: "9".repeat(60),
          pricePerShare: "123",
          status: "ACTIVE",
          createdAt: creation.time.toISOString(),
          totalAmount: `1${"0".repeat(60)}`,
          txHash: creation.hash,
          updatedAt: time.toISOString(),
        },
      ],
      pagination: { total: 1, page: 1, limit: 20, hasMore: false },
    })
  })

  test("200: filled orders have nothing left, cancelled ones keep what was not filled", async () => {
    await insertFour()
    await insertOrderEvent({ token, orderId: 4 })
    await insertOrderEvent({ token, orderId: 4, kind: "filled", amount: 4n * WAD })
    await insertOrderEvent({ token, orderId: 4, kind: "cancelled" })
    const { data } = (await orders()).body
    expect(data.map(({ orderId, status, amount }) => [orderId, status, amount])).toEqual([
      [4, "CANCELLED", `${6n * WAD}`],
      [3, "ACTIVE", `${10n * WAD}`],
      [2, "CANCELLED", `${10n * WAD}`],
      [1, "FILLED", "0"],
      [0, "ACTIVE", `${10n * WAD}`],
    ])
  })

  test.each([
    [{ status: "ACTIVE" }, [3, 0]],
    [{ status: "FILLED" }, [1]],
    [{ status: "CANCELLED" }, [2]],
    [{ outcomeId: 0 }, [2, 1, 0]],
    [{ outcomeId: 1 }, [3]],
    [{ outcomeId: 0, status: "ACTIVE" }, [0]],
    [{ outcomeId: 1, status: "FILLED" }, []],
    [{ outcomeId: 2_147_483_647 }, []],
  ])("200: filtered by %j", async (query, expected) => {
    await insertFour()
    const { body } = await orders(query)
    expect(body.data.map(({ orderId }) => orderId)).toEqual(expected)
    expect(body.pagination.total).toBe(expected.length)
  })

  test("200: pages hold each order once, newest first, also of one block", async () => {
    const number = nextBlock()
    for (const orderId of [0, 1, 2, 3, 4]) {
      await insertOrderEvent({ token, orderId, number, log: orderId, outcome: orderId % 2 })
    }
    await insertOrderEvent({ token, orderId: 1, kind: "cancelled" })
    const pages = [1, 2, 3, 4].map((page) => numbers({ page, limit: 2 }))
    expect(await Promise.all(pages)).toEqual([[4, 3], [2, 1], [0], []])
    expect((await orders({ page: 2, limit: 2 })).body.pagination).toEqual({
      total: 5,
      page: 2,
      limit: 2,
      hasMore: true,
    })
    expect((await orders({ page: 3, limit: 2 })).body.pagination.hasMore).toBe(false)
  })

  test("200: an order first known by its fill is made of what the contract says", async () => {
    const fill = { kind: "filled", amount: WAD, amountLeft: 3n * WAD } as const
    await insertOrderEvent({ token, orderId: 5, ...fill })
    expect((await orders()).body.data).toMatchObject([
      { orderId: 5, status: "ACTIVE", amount: `${3n * WAD}`, totalAmount: `${10n * WAD}` },
    ])
  })

  test("200: ids differ between markets and stay the same", async () => {
    const other = (await insertMarket()).address
    await insertOrderEvent({ token, orderId: 0 })
    await insertOrderEvent({ token: other, orderId: 0 })
    const idOf = async (address: string) => (await orders({}, address)).body.data[0]?.id
    const before = await idOf(token)
    expect(await idOf(other)).not.toBe(before)
    await insertOrderEvent({ token, orderId: 0, kind: "cancelled" })
    expect(await idOf(token)).toBe(before)
  })

  test("200: a token that is no market has an empty list", async () => {
    const { address } = await insertToken()
    expect((await orders({}, address)).body).toEqual({
      data: [],
      pagination: { total: 0, page: 1, limit: 20, hasMore: false },
    })
  })

  test("200: any case of the address, a limit above the maximum, unknown parameters", async () => {
    await insertOrderEvent({ token, orderId: 0 })
    const shouted = token.toUpperCase().replace("0X", "0x")
    const { body } = await orders({ limit: 101, colour: "red" }, shouted)
    expect([body.data.length, body.pagination.limit]).toEqual([1, 100])
  })

  test.each([
    ["status", "active"],
    ["status", "OPEN"],
    ["status", ""],
    ["outcomeId", "-1"],
    ["outcomeId", "1.5"],
    ["outcomeId", "0x1"],
    ["outcomeId", "2147483648"],
    ["page", "0"],
    ["limit", "1e3"],
  ])("400: %s=%s", async (name, value) => {
    expect((await orders({ [name]: value })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: name }],
    })
  })

  test("400: malformed address", async () => {
    expect((await orders({}, "0x1")).body.code).toBe("VALIDATION_FAILED")
  })

  test("401: no key", async () => {
    expect((await call(route, { params: { address: token } })).status).toBe(401)
  })

  test("404: an address that is not listed", async () => {
    expect((await orders({}, addressOf(404))).body.code).toBe("TOKEN_NOT_FOUND")
    expect((await orders({ outcomeId: 1 }, addressOf(404))).status).toBe(404)
  })
})
