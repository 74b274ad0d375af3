/** @module-tag long */
import {
  type Abi,
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  getAddress,
  type HDAccount,
  maxUint256,
  parseEther,
  parseEventLogs,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { AddressBook } from "@/lib/chain/deployment"
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import {
  initialReserves,
  listFillableOffers,
  MIN_ORDER_VALUE,
  MIN_PURCHASE,
  type Offer,
  orderCost,
  orderProceeds,
  orderValue,
  type Pool,
  payout,
  sharesForUsdc,
  splitPurchase,
  spotPrice,
  taxOn,
} from "@/lib/markets/math"
import { WAD } from "@/lib/units"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { deployContracts } from "@/scripts/local/deploy"
import { LONG_TEST_MS } from "@/tests/helpers/deep"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { anyAmount, randomNumbers } from "./cases"

const OPTIONS = [2, 3, 11, 150]
const ROUNDS = 8
/** Quotes per market and round. */
const SIZES = 40
const MOST = parseEther("1000000")

const mnemonic = "test test test test test test test test test test test junk"
const seller = mnemonicToAccount(mnemonic)
const buyer = mnemonicToAccount(mnemonic, { addressIndex: 1 })

let anvil: Anvil
let reader: ReturnType<typeof batchingReader>
let book: AddressBook
let trading: { address: Address; abi: typeof marketTradingAbi }
let quotes: { address: Address; abi: typeof marketReaderAbi }
let markets: Address[]

beforeAll(async () => {
  anvil = await startAnvil()
  reader = batchingReader()
  book = await deployContracts({ rpcUrl: anvil.url, chainId: foundry.id, account: seller })
  trading = { address: getAddress(book.marketTrading), abi: marketTradingAbi }
  quotes = { address: getAddress(book.reader), abi: marketReaderAbi }
  const usdb = getAddress(book.usdb)
  for (const account of [seller, buyer]) {
    await send(seller, usdb, "mint", [account.address, parseEther("1000000000000")])
    await send(account, usdb, "approve", [trading.address, maxUint256])
  }
  await send(seller, usdb, "approve", [getAddress(book.resolver), maxUint256])
  markets = []
  for (const options of OPTIONS) markets.push(await openMarket(options))
})

afterAll(() => anvil.stop())

test("markets of every size have the initial reserves of lib/markets/math", async () => {
  const sizes = Array.from({ length: 149 }, (_, i) => i + 2)
  const answers = await Promise.all(
    sizes.map((options) =>
      reader.readContract({
        ...trading,
        functionName: "getInitialReserves",
        args: [BigInt(options)],
      }),
    ),
  )
  const twin = sizes.map(initialReserves).map(({ reserve, total }) => [reserve, total])
  expect(answers).toEqual(twin)
})

test(
  `quotes and purchases equal lib/markets/math, in ${ROUNDS} rounds on ${OPTIONS.length} markets`,
  async () => {
    const random = randomNumbers("shares and orders")
    let compared = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const market of markets) {
        await supply(market, random)
        compared += await compareQuotes(market, random)
        await purchase(market, random)
      }
    }
    expect(compared).toBe(ROUNDS * OPTIONS.length * SIZES)
  },
  LONG_TEST_MS,
)

test("costs and fills of single orders equal lib/markets/math", async () => {
  const random = randomNumbers("orders")
  let compared = 0
  for (const market of markets) {
    await supply(market, random)
    const { offers } = await stateOf(market)
    for (const { id, amount, pricePerShare } of offers) {
      const [part, usdc] = [1n + random(amount), anyAmount(random, MOST)]
      const [cost, size] = await Promise.all([
        reader.readContract({
          ...trading,
          functionName: "getBuyOrderCost",
          args: [market, id, part],
        }),
        reader.readContract({
          ...trading,
          functionName: "getBuyOrderAmountsOut",
          args: [market, id, usdc],
        }),
      ])
      const value = orderValue(part, pricePerShare)
      const proceeds = orderProceeds(part, pricePerShare)
      expect(cost).toEqual([value, taxOn(value), orderCost(part, pricePerShare), proceeds])
      const affordable = sharesForUsdc(usdc, pricePerShare)
      let fill = amount
      if (affordable < amount) fill = affordable
      const filled = orderValue(fill, pricePerShare)
      expect(size).toEqual([fill, filled, taxOn(filled), orderCost(fill, pricePerShare)])
      compared++
    }
  }
  expect(compared).toBeGreaterThan(OPTIONS.length)
})

test("payouts equal lib/markets/math, before the outcome and when they are paid", async () => {
  const random = randomNumbers("payouts")
  for (const market of markets) {
    const pool = await reader.readContract({ ...trading, functionName: "getPool", args: [market] })
    const [, , circulating] = await outcomeOf(market)
    for (let i = 0; i < 10; i++) {
      const [shares, toPool] = [anyAmount(random, MOST), anyAmount(random, MOST)]
      const answer = await reader.readContract({
        ...quotes,
        functionName: "getPotentialPayout",
        args: [trading.address, market, 0, shares, toPool],
      })
      expect(answer).toEqual([
        payout(shares, circulating, pool),
        payout(shares, circulating + shares, pool + toPool),
      ])
    }
    await supply(market, random)
    const shared = await conclude(market)
    const [, , won] = await outcomeOf(market)
    for (const account of [seller, buyer]) {
      const held = await reader.readContract({
        ...trading,
        functionName: "getUserShares",
        args: [market, account.address, 0],
      })
      const { logs } = await send(account, trading.address, "redeem", [market])
      const [paid] = parseEventLogs({ abi: marketTradingAbi, eventName: "SharesRedeemed", logs })
      expect(paid?.args.payout).toBe(payout(held, won, shared))
    }
  }
})

/** The seller buys outcome 0 and lists a part of it, sometimes above the pool's price. */
async function supply(market: Address, random: (below: bigint) => bigint) {
  const amount = parseEther("1") + anyAmount(random, parseEther("20000"))
  const outcome = random(4n) === 0n ? 1 : 0
  const usdb = getAddress(book.usdb)
  await send(seller, trading.address, "buy", [market, outcome, usdb, amount, 0n, 0n])
  const { depth } = await stateOf(market)
  const free = await freeShares(market)
  if (free === 0n) return
  const above = random(3n) === 0n ? spotPrice(depth) / 10n : 0n
  const price = 1n + random(spotPrice(depth) + above)
  // The contract refuses orders below the minimum value.
  const least = (MIN_ORDER_VALUE * WAD + price - 1n) / price
  if (free < least) return
  const shares = least + anyAmount(random, free - least + 1n) - 1n
  await send(seller, trading.address, "listOrder", [market, 0, shares, price])
}

async function compareQuotes(market: Address, random: (below: bigint) => bigint) {
  const { depth, offers, others } = await stateOf(market)
  const amounts = Array.from({ length: SIZES }, (_, i) => {
    // A tenth of the amounts is below the minimum of the pool.
    return anyAmount(random, MOST) + (i % 10 === 0 ? 0n : MIN_PURCHASE)
  })
  // Every second quote contains orders that are inactive or above the pool price; they are skipped.
  const named = [offers, [...others, ...offers]]
  const answers = await Promise.all(
    amounts.map((amount, i) => estimate(market, amount, i % 4 === 0 ? [] : (named[i % 2] ?? []))),
  )
  const twin = amounts.map(
    (amount, i) => splitPurchase(amount, i % 4 === 0 ? [] : offers, depth).shares,
  )
  expect(answers).toEqual(twin)
  const [first] = await reader.readContract({
    ...quotes,
    functionName: "getAllOutcomes",
    args: [trading.address, market],
  })
  expect(first?.probability).toBe(spotPrice(depth))
  return answers.length
}

/** Buys from orders and pool, and compares every event with lib/markets/math. */
async function purchase(market: Address, random: (below: bigint) => bigint) {
  const { depth: pool, offers, others } = await stateOf(market)
  const amount = anyAmount(random, parseEther("5000")) + random(2n) * MIN_PURCHASE
  const expected = splitPurchase(amount, offers, pool)
  const { logs } = await send(buyer, trading.address, "buyOrdersAndContract", [
    market,
    0,
    [...others, ...offers].map(({ id }) => id),
    getAddress(book.usdb),
    amount,
    expected.shares,
  ])
  const fills = parseEventLogs({ abi: marketTradingAbi, eventName: "OrderFilled", logs })
  expect(fills.map(({ args }) => [args.orderId, args.amount, args.usdcSpent])).toEqual(
    expected.fills.map(({ id, amount: bought, value }) => [id, bought, value]),
  )
  const paid = parseEventLogs({ abi: usdbAbi, eventName: "Transfer", logs })
  const back = paid.filter(({ args }) => args.from === trading.address && args.to === buyer.address)
  expect(back.map(({ args }) => args.value)).toEqual(
    expected.unspent > 0n ? [expected.unspent] : [],
  )
  const received = parseEventLogs({ abi: usdbAbi, eventName: "Transfer", logs })
    .filter(({ args }) => args.from === trading.address && args.to === seller.address)
    .map(({ args }) => args.value)
  const prices = new Map(offers.map(({ id, pricePerShare }) => [id, pricePerShare]))
  const proceeds = expected.fills.map((fill) =>
    orderProceeds(fill.amount, prices.get(fill.id) ?? 0n),
  )
  // The seller is the creator too, and receives the creator's part of the tax in addition.
  expect(received).toEqual(proceeds.filter((value) => value > 0n))
  const [bought] = parseEventLogs({ abi: marketTradingAbi, eventName: "SharesTraded", logs })
  if (expected.toPool === 0n) return expect(bought).toBeUndefined()
  expect(bought?.args).toMatchObject({
    buyer: buyer.address,
    usdcSpent: expected.toPool,
    newReserve: expected.newReserve,
    newTotalReserve: expected.newTotal,
  })
  const all = expected.fills.reduce((sum, fill) => sum + fill.amount, bought?.args.shares ?? 0n)
  expect(all).toBe(expected.shares)
}

/** After the proposal the pool is closed: orders of any price are filled and the rest is returned. */
async function sellAfterTheEnd(market: Address) {
  const random = randomNumbers(`closed ${market}`)
  const usdb = getAddress(book.usdb)
  await expect(simulate(buyer, "buy", [market, 0, usdb, MIN_PURCHASE, 0n, 0n])).rejects.toThrow(
    "PoolClosed",
  )
  const shares = (await freeShares(market)) / 2n
  expect(shares).toBeGreaterThan(MIN_ORDER_VALUE)
  await send(seller, trading.address, "listOrder", [market, 0, shares, parseEther("0.99")])
  expect(await compareQuotes(market, random)).toBe(SIZES)
  await purchase(market, random)
  await purchase(market, random)
}

function simulate(account: HDAccount, functionName: string, args: readonly unknown[]) {
  return reader.simulateContract({ account, address: trading.address, abi, functionName, args })
}

async function freeShares(market: Address) {
  const args = [market, seller.address, 0] as const
  const [held, locked] = await Promise.all([
    reader.readContract({ ...trading, functionName: "getUserShares", args }),
    reader.readContract({ ...trading, functionName: "sharesLockedInOrders", args }),
  ])
  return held - locked
}

/** Finalizes outcome 0 without a dispute; returns the USDB that the winners share. */
async function conclude(market: Address) {
  const resolver = getAddress(book.resolver)
  await send(seller, resolver, "proposeOutcome", [market, 0])
  await sellAfterTheEnd(market)
  const shared = await reader.readContract({ ...trading, functionName: "getPool", args: [market] })
  const node = createTestClient({
    chain: foundry,
    mode: "anvil",
    transport: nodeTransport(anvil.url),
  })
  await node.increaseTime({ seconds: 1_800 })
  await send(seller, resolver, "finalizeUncontested", [market])
  return shared
}

function estimate(market: Address, usdc: bigint, offers: readonly Offer[]) {
  return reader.readContract({
    ...quotes,
    functionName: "estimateSharesOut",
    args: [trading.address, market, 0, usdc, offers.map(({ id }) => id), buyer.address],
  })
}

/** Outcome 0, its orders that the buyer can fill, and all other orders. */
async function stateOf(
  market: Address,
): Promise<{ depth: Pool; offers: Offer[]; others: Offer[] }> {
  const args = [market] as const
  const [[reserve], isOpen, state, count] = await Promise.all([
    outcomeOf(market),
    reader.readContract({ ...trading, functionName: "isPoolOpen", args }),
    reader.readContract({ ...trading, functionName: "getState", args }),
    reader.readContract({ ...trading, functionName: "nextOrderId", args }),
  ])
  const depth = { reserve, total: state[3], isClosed: !isOpen }
  const ids = Array.from({ length: Number(count) }, (_, i) => BigInt(i))
  const orders = await Promise.all(
    ids.map((id) =>
      reader.readContract({ ...trading, functionName: "marketOrders", args: [market, id] }),
    ),
  )
  const all = ids.map((id, i) => {
    const [, , amount = 0n, , pricePerShare = 0n] = orders[i] ?? []
    return { id, amount, pricePerShare }
  })
  const offers = listFillableOffers(all, depth)
  return { depth, offers, others: all.filter((offer) => !offers.includes(offer)) }
}

function outcomeOf(market: Address) {
  return reader.readContract({ ...trading, functionName: "getOutcome", args: [market, 0] })
}

async function openMarket(options: number): Promise<Address> {
  const names = Array.from({ length: options }, (_, i) => `Option ${i}`)
  const main = getAddress(book.mainToken)
  const opening = ["Who wins?", "WINS", 0n, names, main, false, 0n, parseEther("50")]
  const { logs } = await send(seller, trading.address, "createMarket", opening)
  const [created] = parseEventLogs({ abi: marketTradingAbi, eventName: "MarketCreated", logs })
  if (!created) throw new Error("The market was not created")
  return created.args.marketToken
}

/** Sends calls in one request, so that all read the same block. */
function batchingReader() {
  return createPublicClient({
    chain: foundry,
    cacheTime: 0,
    pollingInterval: 5,
    transport: nodeTransport(anvil.url),
  })
}

const abi: Abi = [...usdbAbi, ...tokenFactoryAbi, ...marketTradingAbi, ...marketResolverAbi]

async function send(
  account: HDAccount,
  address: Address,
  functionName: string,
  args: readonly unknown[],
) {
  const wallet = createWalletClient({
    account,
    chain: foundry,
    transport: nodeTransport(anvil.url),
  })
  const call = { address, abi, functionName, args, gas: 29_000_000n }
  const receipt = await wallet.writeContractSync(call)
  expect(receipt.status, functionName).toBe("success")
  return receipt
}
