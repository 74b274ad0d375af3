/** @module-tag long */
import { encodeAbiParameters, type Hex, pad, toEventSelector, toHex } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import * as candlesRoute from "@/app/api/v1/tokens/[address]/candles/route"
import * as detailRoute from "@/app/api/v1/tokens/[address]/route"
import * as tradesRoute from "@/app/api/v1/tokens/[address]/trades/route"
import usdb from "@/contracts/bytecode/USDB.json" with { type: "json" }
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { readBond } from "@/lib/markets/onchain"
import { log as logger } from "@/lib/telemetry/logger"
import { WAD } from "@/lib/units"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  operator,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { KEPT_STATES } from "@/tests/helpers/deployed-chain"
import {
  createMarkets,
  EARLY,
  INVALID,
  type MarketKey,
  type Markets,
} from "@/tests/helpers/markets"
import { emitFrom } from "./emitter"
import { catchUp } from "./following"
import { dump, emptyIndex } from "./tables"

const WINDOW_SECONDS = 1_800

let chain: TestChain
let markets: Markets
let snapshot: Hex

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  markets = await createMarkets(chain)
  for (const voter of [alice, carol, dave]) await markets.stake(voter)
})
beforeEach(async () => {
  snapshot = await chain.snapshot()
  await emptyIndex(pool())
})
afterEach(() => chain.revert(snapshot))
afterAll(() => chain?.stop())

const lower = ({ token }: MarketKey) => token.toLowerCase()

/** What sync answers, but for transfers and reserves. */
async function findSyncEvents({ transactionHash }: { transactionHash: string }) {
  const events = await syncTransaction(transactionHash)
  return events
    .filter(({ type }) => !["Transfer", "Sync", "TokensTraded"].includes(type))
    .map(({ logIndex: _, ...event }) => event)
}

describe("sync answers", () => {
  test("creation, purchase and orders of a public market", async () => {
    const { marketTrading: contractAddress } = chain.book
    const market = await markets.createMarket(alice)
    const marketToken = lower(market)
    const of = (type: string, rest: object) => ({ type, contractAddress, marketToken, ...rest })
    expect(await findSyncEvents(market.receipt)).toEqual([
      of("MarketCreated", { predictionType: "public" }),
    ])
    expect(await findSyncEvents(await markets.buyShares(bob, market, 1, "100"))).toEqual([
      of("SharesTraded", { outcomeId: 1, buyer: bob }),
    ])
    for (const orderId of [0, 1]) {
      const listing = await markets.listShares(bob, market, 1, 9n * WAD, "0.12")
      expect(await findSyncEvents(listing)).toEqual([of("OrderCreated", { orderId })])
    }
    expect(await findSyncEvents(await markets.sweep(carol, market, 1, [0n, 1n], "30"))).toEqual([
      of("OrderFilled", { orderId: 0 }),
      of("OrderFilled", { orderId: 1 }),
      of("SharesTraded", { outcomeId: 1, buyer: carol }),
    ])
    await markets.listShares(bob, market, 1, 10n * WAD, "0.1")
    expect(await findSyncEvents(await markets.cancelOrder(bob, market, 2n))).toEqual([
      of("OrderCancelled", { orderId: 2 }),
    ])
  })

  test("the steps of a resolution that begins twice and ends as invalid", async () => {
    const { resolver, marketTrading } = chain.book
    const market = await markets.createMarket(alice, { options: ["Gale", "Calm", "Fog"] })
    const marketToken = lower(market)
    const of = (type: string, action: string, outcomeId: number | null = null) => ({
      type,
      contractAddress: type === "MarketInvalidated" ? marketTrading : resolver,
      action,
      marketToken,
      outcomeId,
    })
    expect(await findSyncEvents(await markets.propose(bob, market, 0))).toEqual([
      of("Proposal", "propose", 0),
    ])
    expect(await findSyncEvents(await markets.dispute(carol, market, EARLY))).toEqual([
      of("DisputeStarted", "dispute", EARLY),
    ])
    expect(await findSyncEvents(await markets.vote(alice, market, EARLY))).toEqual([
      of("Vote", "vote", EARLY),
    ])
    await markets.vote(dave, market, EARLY)
    await chain.warp(2 * WINDOW_SECONDS)
    expect(await findSyncEvents(await markets.finalize(bob, market))).toEqual([
      of("DisputeReset", "dispute_reset"),
      of("BondsDistributed", "bonds_distributed"),
      of("BondsSeized", "bonds_seized"),
    ])
    expect(await findSyncEvents(await markets.claimEarlyBounty(alice, market, 0n))).toEqual([
      of("BountyClaimed", "bounty_claim"),
    ])
    await markets.propose(bob, market, 0)
    await markets.dispute(carol, market, 1)
    await chain.warp(WINDOW_SECONDS)
    expect(await findSyncEvents(await markets.veto(dave, market, 2))).toEqual([
      of("Vetoed", "veto", 2),
    ])
    expect(await findSyncEvents(await markets.decide(market, INVALID))).toEqual([
      of("MarketInvalidated", "invalidate"),
      of("Resolved", "resolve", INVALID),
      of("BondsSeized", "bonds_seized"),
    ])
    const { rows } = await pool().query(
      "select action, wallet from market_event where wallet = $1 order by id desc limit 3",
      [operator],
    )
    expect(rows.map(({ action }) => action)).toEqual(["bonds_seized", "resolve", "invalidate"])
  })

  test("a round of an open-ended market that ends undecided", async () => {
    const market = await markets.createMarket(alice, { options: ["Rain", "Sun"] })
    await markets.propose(bob, market, 0)
    await markets.dispute(carol, market, EARLY)
    await chain.warp(2 * WINDOW_SECONDS)
    const sync = await findSyncEvents(await markets.finalize(dave, market))
    expect(sync.map(({ type }) => type)).toEqual([
      ...["DisputeReset", "BondsDistributed", "BondsDistributed", "BondsSeized"],
    ])
    const { rows } = await pool().query(
      "select action, wallet, amount from market_event where token = $1 order by id",
      [lower(market)],
    )
    const half = `${(5n * WAD) / 2n}`
    expect(rows.slice(-3)).toEqual([
      { action: "bonds_distributed", wallet: bob, amount: half },
      { action: "bonds_distributed", wallet: carol, amount: half },
      { action: "bonds_seized", wallet: dave, amount: `${5n * WAD}` },
    ])
    // The pool sells again, and the next bond is twice as large.
    await markets.buyShares(bob, market, 0, "10")
    expect(await readBond(market.token)).toBe(10n * WAD)
  })

  test("a private market's creation, votes, end and payouts", async () => {
    const { privateMarket: contractAddress } = chain.book
    const market = await markets.createPrivateMarket(alice)
    const marketToken = lower(market)
    const of = (type: string, rest: object) => ({ type, contractAddress, marketToken, ...rest })
    expect(await findSyncEvents(market.receipt)).toEqual([
      of("MarketCreated", { predictionType: "private" }),
    ])
    await markets.buyShares(bob, market, 0, "10")
    await markets.donate(bob, market, "5", "bounty")
    const voted = { action: "vote", outcomeId: 0 }
    expect(await findSyncEvents(await markets.vote(alice, market, 0))).toEqual([of("Vote", voted)])
    await chain.warp(900)
    expect(await findSyncEvents(await markets.finalize(dave, market))).toEqual([
      of("Resolved", { action: "resolve", outcomeId: 0 }),
    ])
    expect(await findSyncEvents(await markets.redeem(bob, market))).toEqual([
      of("SharesRedeemed", { action: "redeem", outcomeId: null }),
    ])
    expect(await findSyncEvents(await markets.claimBounty(alice, market))).toEqual([
      of("BountyClaimed", { action: "bounty_claim", outcomeId: null }),
    ])
  })
})

test("the token of a market is a token: detail, candles, trades and projectedVetted", async () => {
  const as = { key: (await createApiKey()).key }
  const market = await markets.createMarket(alice, { name: "Will the kelp grow?" })
  const address = lower(market)
  await chain.buy(bob, address, "100")
  await chain.sell(bob, address)
  await chain.write(operator, address, factoryTokenAbi, "SetProjectVetted", [true])
  await catchUp(chain)
  const detail = await call(detailRoute, { params: { address }, as })
  expect(detail.body.data).toMatchObject({
    name: "Will the kelp grow?",
    symbol: "RAIN",
    dev: alice,
    multiplier: 100,
    isPrediction: true,
    projectedVetted: true,
    quoteToken: chain.book.mainToken,
    startingLiquidityUSD: 2_000,
  })
  const trades = await call(tradesRoute, { params: { address }, as })
  expect(trades.body.data.map(({ type, user }) => [type, user])).toEqual([
    ["sell", bob],
    ["buy", bob],
  ])
  const candles = await call(candlesRoute, {
    params: { address },
    query: { interval: "1d", from: 0, to: Date.now() + 10 ** 9 },
    as,
  })
  expect(candles.body.count).toBeGreaterThanOrEqual(1)
  expect(candles.body.data.at(-1)?.high).toBeGreaterThan(candles.body.data[0]?.open ?? 0)
})

test("a trade of TIDE is a leg when its transaction buys shares, and counts for nothing", async () => {
  const market = await markets.createMarket(alice)
  await chain.buyMain(carol, "50")
  await catchUp(chain)
  const main = chain.book.mainToken
  const state = async () => {
    const { rows } = await pool().query(
      `select t.trade_count as counted, (select count(*)::int from trade d where d.token = t.address
        and d.routing_leg) as legs from token t where t.address = $1`,
      [main],
    )
    return rows[0]
  }
  const before = await state()
  const { transactionHash } = await markets.buyShares(carol, market, 0, "10", main)
  await syncTransaction(transactionHash)
  expect(await state()).toEqual({ counted: before.counted, legs: before.legs + 1 })
  const synced = await dump(pool())
  await catchUp(chain)
  expect((await dump(pool())).trade).toEqual(synced.trade)
})

test("a fill that a reorganisation undoes is undone, though a sync took account of it", async () => {
  const market = await markets.createMarket(alice)
  await markets.buyShares(bob, market, 0, "100")
  await markets.listShares(bob, market, 0, 10n * WAD, "0.2")
  const early = await markets.fillOrder(carol, market, 0n, WAD)
  // The node forgets what the order was then: it is read as it is when its fill is reported.
  await chain.mine(KEPT_STATES + 1)
  const fork = await chain.snapshot()
  const lost = await markets.fillOrder(carol, market, 0n, 4n * WAD)
  const left = async () => {
    const { rows } = await pool().query("select amount, status from market_order")
    return rows[0]
  }
  for (const { transactionHash } of [lost, early]) await syncTransaction(transactionHash)
  expect(await left()).toEqual({ amount: `${5n * WAD}`, status: "ACTIVE" })
  await catchUp(chain)
  await chain.revert(fork)
  await chain.mine(2)
  await catchUp(chain)
  expect(await left()).toEqual({ amount: `${9n * WAD}`, status: "ACTIVE" })
})

/** The events of markets with values of no meaning, as an emitter would log them. */
const forged = [
  "MarketCreated(address,address,address)",
  "SharesTraded(address,address,uint8,uint256,uint256,uint8,uint256,uint256)",
  "OrderCreated(address,uint256,address,uint8,uint256,uint256)",
  "OrderCancelled(address,uint256)",
  "OrderFilled(address,uint256,address,uint256,uint256)",
  "SharesRedeemed(address,address,uint256)",
  "MarketInvalidated(address,uint256)",
  "Vote(address,address,uint8)",
  "Resolved(address,uint8)",
  "BountyClaimed(address,address,uint256)",
  "Proposal(address,address,uint8)",
  "DisputeStarted(address,address,uint8,uint256)",
  "Vetoed(address,address,uint8,uint256)",
  "DisputeReset(address)",
  "BondsDistributed(address,address,uint256)",
  "BondsSeized(address,uint256)",
] as const

/** How many of each event's arguments are topics; the first is always the market. */
const indexed: Partial<Record<(typeof forged)[number], number>> = {
  "SharesTraded(address,address,uint8,uint256,uint256,uint8,uint256,uint256)": 3,
  "OrderCreated(address,uint256,address,uint8,uint256,uint256)": 3,
  "OrderCancelled(address,uint256)": 2,
  "OrderFilled(address,uint256,address,uint256,uint256)": 3,
  "SharesRedeemed(address,address,uint256)": 2,
  "Vetoed(address,address,uint8,uint256)": 2,
}

function logOf(signature: (typeof forged)[number], market: Hex) {
  const types = signature.slice(signature.indexOf("(") + 1, -1).split(",")
  const topicCount = indexed[signature] ?? 1
  const words = types.map((type, at) =>
    at === 0 ? pad(market) : type === "address" ? pad(bob) : toHex(0, { size: 32 }),
  )
  const data = words.slice(topicCount).map((word) => word.slice(2))
  return {
    topics: [toEventSelector(signature), ...words.slice(0, topicCount)],
    data: `0x${data.join("")}` as Hex,
  }
}

const ways = {
  "by sync": (hash: string) => syncTransaction(hash).then(() => {}),
  "by the follower": () => catchUp(chain),
}

describe.each(Object.entries(ways))("%s", (_, report) => {
  test("events of markets from foreign contracts change nothing", async () => {
    const market = await markets.createMarket(alice)
    await markets.buyShares(bob, market, 0, "10")
    await markets.listShares(bob, market, 0, 5n * WAD, "0.2")
    const foreign = await chain.deploy(usdbAbi, usdb.bytecode, [operator, operator])
    await catchUp(chain)
    const before = await dump(pool())
    for (const signature of forged) {
      const log = logOf(signature, market.token)
      // Neither a stranger nor a listed token has any business to emit them.
      for (const emitter of [`${foreign.contractAddress}`, market.token]) {
        await report((await emitFrom(chain, emitter, log)).transactionHash)
      }
    }
    expect(await dump(pool())).toEqual(before)
  })

  test("what one contract of markets may not emit in another's place changes nothing", async () => {
    const market = await markets.createMarket(alice)
    await catchUp(chain)
    const before = await dump(pool())
    const { marketTrading, resolver, privateMarket } = chain.book
    const misplaced = [
      [resolver, "MarketCreated(address,address,address)"],
      [resolver, "OrderCancelled(address,uint256)"],
      [marketTrading, "Resolved(address,uint8)"],
      [marketTrading, "Proposal(address,address,uint8)"],
      [privateMarket, "DisputeReset(address)"],
    ] as const
    for (const [emitter, signature] of misplaced) {
      const { transactionHash } = await emitFrom(chain, emitter, logOf(signature, market.token))
      await report(transactionHash)
    }
    expect(await dump(pool())).toEqual(before)
  })

  test("events of the right contract that make no sense are skipped and reported", async () => {
    const warn = vi.spyOn(logger, "warn").mockImplementation(() => {})
    const market = await markets.createMarket(alice)
    await catchUp(chain)
    const before = await dump(pool())
    const created = "OrderCreated(address,uint256,address,uint8,uint256,uint256)"
    const senseless = [
      // An order nobody made, one beyond every number, an outcome beyond 255, a body cut short.
      logOf("OrderCancelled(address,uint256)", market.token),
      { ...logOf(created, market.token), data: "0x" as Hex },
      {
        topics: [
          toEventSelector(created),
          pad(market.token),
          toHex(2n ** 31n, { size: 32 }),
          pad(bob),
        ],
        data: uints(0n, 1n, 1n),
      },
      {
        topics: [toEventSelector(created), pad(market.token), toHex(7n, { size: 32 }), pad(bob)],
        data: uints(256n, 1n, 1n),
      },
    ]
    for (const log of senseless) {
      const { transactionHash } = await emitFrom(chain, chain.book.marketTrading, log)
      await report(transactionHash)
    }
    expect(warn.mock.calls.length).toBeGreaterThanOrEqual(senseless.length)
    expect(await dump(pool())).toEqual(before)
    await markets.buyShares(bob, market, 0, "5")
    await catchUp(chain)
    expect((await dump(pool())).share_trade).toHaveLength(1)
    warn.mockRestore()
  })
})

const uints = (...values: bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: "uint256" as const })),
    values,
  )
