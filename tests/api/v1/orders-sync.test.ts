import { encodeFunctionData } from "viem"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as route from "@/app/api/v1/orders/sync/route"
import * as ordersRoute from "@/app/api/v1/tokens/[address]/orders/route"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { type Credentials, call } from "@/tests/helpers/call"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { KEPT_STATES } from "@/tests/helpers/deployed-chain"
import { createMarkets, type MarketKey, type Markets } from "@/tests/helpers/markets"
import { skipPauses } from "@/tests/helpers/skip-pauses"
import { emptyIndex } from "@/tests/lib/indexer/tables"

let chain: TestChain
let markets: Markets
let market: MarketKey
let club: MarketKey
let as: { key: string }

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  markets = await createMarkets(chain)
  market = await markets.createMarket(alice)
  club = await markets.createPrivateMarket(alice)
  for (const each of [market, club]) await markets.buyShares(alice, each, 0, "500")
  as = { key: (await createApiKey()).key }
})
beforeEach(() => emptyIndex(pool()))
afterAll(() => chain?.stop())

const post = (body: unknown, credentials: Credentials = as) =>
  call(route, { method: "POST", body, as: credentials })

const listed = async ({ token }: MarketKey) =>
  (await call(ordersRoute, { params: { address: token }, as })).body.data

const SYNCED = { success: true, message: "Order synced from transaction." }
const countRows = async () => (await pool().query("select 1 from tx")).rowCount

/** Lists ten shares and answers the order's number with its transaction. */
async function list(where: MarketKey, price = "0.2") {
  const { logs, transactionHash } = await markets.listShares(alice, where, 0, 10n * WAD, price)
  return { id: BigInt(logs[0]?.topics[2] ?? 0), txHash: transactionHash }
}

describe("POST /api/v1/orders/sync", () => {
  test("200: a new order, whose market is listed on the way; also repeated, and at once", async () => {
    const { id, txHash } = await list(market)
    const answers = await Promise.all([1, 2, 3].map(() => post({ txHash })))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, SYNCED])
    expect(await listed(market)).toMatchObject([
      { orderId: Number(id), seller: alice, amount: `${10n * WAD}`, status: "ACTIVE", txHash },
    ])
  })

  test("200: a fill alone makes the order of what the contract says", async () => {
    const { id } = await list(market)
    await markets.fillOrder(bob, market, id, 3n * WAD)
    const { transactionHash } = await markets.fillOrder(bob, market, id, 2n * WAD)
    const txHash = transactionHash.toUpperCase().replace("0X", "0x")
    expect((await post({ txHash, marketType: "public" })).body).toEqual(SYNCED)
    expect(await listed(market)).toMatchObject([
      { orderId: Number(id), amount: `${5n * WAD}`, totalAmount: `${10n * WAD}` },
    ])
  })

  test("200: fill, listing, other fill, cancellation: in any order the same", async () => {
    const { id, txHash } = await list(market)
    const first = await markets.fillOrder(bob, market, id, 3n * WAD)
    const second = await markets.fillOrder(bob, market, id, WAD)
    const end = await markets.cancelOrder(alice, market, id)
    const hashes = [txHash, ...[first, second, end].map((receipt) => receipt.transactionHash)]
    const seen: unknown[] = []
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [1, 3, 0, 2],
    ]) {
      await emptyIndex(pool())
      for (const at of order) await post({ txHash: hashes[at] })
      seen.push(await listed(market))
    }
    expect(seen[0]).toMatchObject([{ status: "CANCELLED", amount: `${6n * WAD}` }])
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test("200: an order filled to the end, told by its last fill", async () => {
    const { id } = await list(market)
    await markets.fillOrder(bob, market, id, 9n * WAD)
    const { transactionHash } = await markets.fillOrder(bob, market, id, WAD)
    await post({ txHash: transactionHash })
    expect(await listed(market)).toMatchObject([{ status: "FILLED", amount: "0" }])
  })

  test("200: a private market's order, with a session", async () => {
    const { id, txHash } = await list(club)
    const { cookie } = await createSession()
    const answer = await post({ txHash, marketType: "private" }, { cookie })
    expect([answer.status, answer.body]).toEqual([200, SYNCED])
    expect(await listed(club)).toMatchObject([{ orderId: Number(id), status: "ACTIVE" }])
  })

  test.each([
    ["private", "public"],
    ["public", "private"],
  ])("422: an order of a %s market named as %s; nothing is written", async (kind, marketType) => {
    const { txHash } = await list(kind === "private" ? club : market)
    expect((await post({ txHash, marketType })).body.code).toBe("NO_ORDER_EVENTS")
    expect(await countRows()).toBe(0)
  })

  test("422: transactions without orders, of the market and of others; nothing is written", async () => {
    const bought = await markets.buyShares(bob, market, 1, "5")
    const sent = await chain.send(alice, bob, "0x")
    for (const { transactionHash } of [bought, sent]) {
      const { status, body } = await post({ txHash: transactionHash })
      expect([status, body.code]).toEqual([422, "NO_ORDER_EVENTS"])
    }
    expect(await countRows()).toBe(0)
  })

  test("422: a reverted transaction", async () => {
    const args = [market.token, 999n] as const
    const data = encodeFunctionData({ abi: marketTradingAbi, functionName: "cancelOrder", args })
    const { transactionHash, status } = await chain.send(alice, chain.book.marketTrading, data)
    expect(status).toBe("0x0")
    expect((await post({ txHash: transactionHash })).body.code).toBe("TX_FAILED")
  })

  test("422: no such transaction", async () => {
    const { status, body } = await skipPauses(() => post({ txHash: `0x${"ab".repeat(32)}` }))
    expect([status, body.code]).toEqual([422, "TX_NOT_FOUND"])
  })

  test.each([undefined, "0xabc", "ab".repeat(33), `0x${"zz".repeat(32)}`, 5])(
    "400: txHash %j",
    async (txHash) => {
      expect((await post({ txHash })).body.code).toBe("INVALID_TX_HASH")
    },
  )

  test.each(["Public", "", 1, "all"])("400: marketType %j", async (marketType) => {
    const { body } = await post({ txHash: `0x${"ab".repeat(32)}`, marketType })
    expect(body).toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "marketType" }] })
  })

  test("401: neither key nor session; a bad key", async () => {
    const body = { txHash: `0x${"ab".repeat(32)}` }
    expect((await call(route, { method: "POST", body })).body.code).toBe("UNAUTHENTICATED")
    expect((await post(body, { key: "atoll_nothing" })).body.code).toBe("INVALID_API_KEY")
  })

  test("ORDERS_SYNC_OPEN=on: anybody, but nobody with a bad key", async () => {
    vi.stubEnv("ORDERS_SYNC_OPEN", "on")
    vi.resetModules()
    const opened = await import("@/app/api/v1/orders/sync/route")
    const body = { txHash: "0x" }
    const anybody = await call(opened, { method: "POST", body })
    expect(anybody.body.code).toBe("INVALID_TX_HASH")
    const as = { key: "atoll_nothing" }
    expect((await call(opened, { method: "POST", body, as })).body.code).toBe("INVALID_API_KEY")
  })

  test("403: a session from another site", async () => {
    const { cookie } = await createSession()
    const headers = { origin: "https://elsewhere.example" }
    const body = { txHash: `0x${"ab".repeat(32)}` }
    const answer = await call(route, { method: "POST", body, as: { cookie }, headers })
    expect(answer.body.code).toBe("CSRF_REJECTED")
  })
})

test("an order whose block the node has no state of any more is what its events say", async () => {
  const { id, txHash } = await list(market)
  const fill = await markets.fillOrder(bob, market, id, 4n * WAD)
  await chain.mine(KEPT_STATES + 1)
  await post({ txHash })
  expect(await listed(market)).toMatchObject([{ amount: `${10n * WAD}` }])
  await post({ txHash: fill.transactionHash })
  expect(await listed(market)).toMatchObject([{ amount: `${6n * WAD}` }])
})

test("422: a node that is down", async () => {
  const { txHash } = await list(market)
  await chain.stop()
  const { status, headers, body } = await skipPauses(() => post({ txHash }))
  expect([status, body.code, headers.get("retry-after")]).toEqual([422, "SYNC_FAILED", "5"])
})
