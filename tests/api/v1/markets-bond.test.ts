import { parseEther } from "viem"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as route from "@/app/api/v1/markets/[address]/bond/route"
import { createKey } from "@/lib/auth/api-keys"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { call } from "@/tests/helpers/call"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { insertMarket } from "@/tests/helpers/market-rows"
import { createMarkets, type Markets } from "@/tests/helpers/markets"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

let chain: TestChain
let markets: Markets
let as: { key: string }

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  markets = await createMarkets(chain)
  as = { key: (await createKey(addressOf(1), null)).key }
})
afterAll(() => chain?.stop())
beforeEach(emptyTables)

const bondOf = (address: string) => call(route, { params: { address }, as })

describe("GET /api/v1/markets/{address}/bond", () => {
  test("200: grows with what the winners share, until a proposal fixes it", async () => {
    const market = await markets.createMarket(alice)
    await syncTransaction(market.receipt.transactionHash)
    expect((await bondOf(market.token)).body).toEqual({ data: { bond: `${parseEther("5")}` } })
    await markets.buyShares(bob, market, 0, "1000")
    // 1 % of the seed, of what the purchase paid in, and of 95 % of two thirds of its tax.
    const grown = { data: { bond: `${parseEther("10.445")}` } }
    expect((await bondOf(market.token)).body).toEqual(grown)
    await markets.propose(alice, market, 0)
    await markets.donate(bob, market, "1000", "general")
    expect((await bondOf(market.token)).body).toEqual(grown)
  })

  test("200: null for a private market", async () => {
    const market = await markets.createPrivateMarket(alice)
    await syncTransaction(market.receipt.transactionHash)
    expect((await bondOf(market.token)).body).toEqual({ data: { bond: null } })
  })

  test("404 MARKET_NOT_FOUND: no market", async () => {
    const { status, body } = await bondOf(addressOf(77))
    expect([status, body.code]).toEqual([404, "MARKET_NOT_FOUND"])
  })

  test("503 CHAIN_UNAVAILABLE: the node is away", async () => {
    const { address } = await insertMarket()
    await chain.stop()
    const { status, body } = await bondOf(address)
    expect([status, body.code]).toEqual([503, "CHAIN_UNAVAILABLE"])
  })
})
