import { beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/markets/events/route"
import { WAD } from "@/lib/units"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { insertMarket, insertMarketEvent } from "@/tests/helpers/market-rows"
import { addressOf, emptyTables, nextBlock } from "@/tests/helpers/rows"

let as: { key: string }
let wallet: string
let token: string

beforeEach(async () => {
  await emptyTables()
  token = (await insertMarket()).address
  const account = await createApiKey()
  as = { key: account.key }
  wallet = account.wallet
})

const events = (query: Record<string, string | number> = {}) => call(route, { query, as })

describe("GET /api/v1/markets/events", () => {
  test("200: all fields, of the acting wallet alone", async () => {
    const bond = { outcome: 1, amount: 5n * WAD }
    const dispute = await insertMarketEvent({ token, wallet, action: "dispute", ...bond })
    await insertMarketEvent({ token, action: "propose", outcome: 0 })
    expect((await events()).body).toEqual({
      data: [
        {
          id: expect.any(Number),
          wallet,
          marketToken: token,
          action: "dispute",
          outcomeId: 1,
          amount: `${5n * WAD}`,
          txHash: dispute.hash,
          blockNumber: dispute.number,
          data: "{}",
          timestamp: dispute.time.toISOString(),
        },
      ],
      pagination: { total: 1, page: 1, limit: 20, hasMore: false },
    })
  })

  test("200: in chain order, newest first; null where an event names nothing", async () => {
    const number = nextBlock()
    await insertMarketEvent({ token, wallet, action: "resolve", outcome: 0, number, log: 2 })
    await insertMarketEvent({ token, wallet, action: "bonds_seized", amount: 1n, number, log: 3 })
    await insertMarketEvent({ token, wallet, action: "dispute_reset", number, log: 1 })
    const { data } = (await events()).body
    expect(data.map(({ action, outcomeId, amount }) => [action, outcomeId, amount])).toEqual([
      ["bonds_seized", null, "1"],
      ["resolve", 0, null],
      ["dispute_reset", null, null],
    ])
  })

  test("200: filtered by action and market, in pages", async () => {
    const other = (await insertMarket()).address
    for (const market of [token, other, token]) {
      await insertMarketEvent({ token: market, wallet, action: "vote", outcome: 0 })
    }
    await insertMarketEvent({ token, wallet, action: "redeem", amount: 9n })
    const count = async (query: Record<string, string | number>) =>
      (await events(query)).body.pagination.total
    expect(await count({ action: "vote" })).toBe(3)
    expect(await count({ marketToken: other })).toBe(1)
    expect(await count({ marketToken: token, action: "vote" })).toBe(2)
    expect(await count({ marketToken: addressOf(404) })).toBe(0)
    const second = (await events({ limit: 3, page: 2 })).body
    expect(second.data).toHaveLength(1)
    expect(second.pagination).toEqual({ total: 4, page: 2, limit: 3, hasMore: false })
  })

  test("200: with a session, of the wallet the request acts for", async () => {
    const first = await createSession()
    const second = await createSession({ cookie: first.cookie })
    await insertMarketEvent({ token, wallet: first.address, action: "vote", outcome: 1 })
    const listEvents = async (headers?: Record<string, string>) =>
      (await call(route, { as: { cookie: second.cookie }, ...(headers && { headers }) })).body.data
    expect(await listEvents()).toEqual([])
    expect(await listEvents({ "x-wallet-address": first.address })).toMatchObject([
      { outcomeId: 1 },
    ])
  })

  test.each([
    ["action", "Vote"],
    ["action", ""],
    ["marketToken", "0x12"],
    ["page", "0"],
    ["limit", "x"],
  ])("400: %s=%s", async (name, value) => {
    expect((await events({ [name]: value })).body).toMatchObject({
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
