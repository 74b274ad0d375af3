import { decodeFunctionResult, encodeFunctionData, type Hex, toEventSelector } from "viem"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { pool } from "@/lib/db/client"
import type { RawLog } from "@/lib/events/logs"
import { findMinedTransaction } from "@/lib/indexer/mined-transactions"
import { createRpc } from "@/lib/indexer/rpc"
import { indexTransactions } from "@/lib/indexer/sync-transaction"
import { configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { runs } from "@/tests/helpers/deep"
import { createMarkets, type MarketKey, type Markets } from "@/tests/helpers/markets"
import { catchUp } from "./following"
import { emptyIndex } from "./tables"
import { playOrders } from "./trading"

/** A long random history of orders; the index says of each what the chain says. */
const SEED = 20_261_121
const OPERATIONS = runs(600, 10_000)

let chain: TestChain
let markets: Markets
let open: MarketKey[]
let onChain: string[]

beforeAll(async () => {
  chain = await startChain({ args: ["--order", "fifo", "--gas-limit", "200000000"] })
  configureChain(chain)
  markets = await createMarkets(chain)
  ;({ open } = await playOrders({ chain, markets }, { seed: SEED, operations: OPERATIONS }))
  onChain = await ordersOnChain()
})
beforeEach(() => emptyIndex(pool()))
afterAll(() => chain?.stop())

const rpcOf = () => createRpc(chain.url, { timeoutMs: 20_000 })

async function ask(calls: { market: MarketKey; data: Hex }[]) {
  return rpcOf().batch(
    calls.map(({ market, data }) => ({
      method: "eth_call",
      params: [{ to: markets.transactions.contractOf(market.isPrivate), data }, "latest"],
    })),
  ) as Promise<Hex[]>
}

const abi = marketTradingAbi

/** Each order as `marketOrders` tells it. */
async function ordersOnChain() {
  const lines: string[] = []
  for (const market of open) {
    const args = [market.token] as const
    const [count] = await ask([
      { market, data: encodeFunctionData({ abi, functionName: "nextOrderId", args }) },
    ])
    const calls = Array.from({ length: Number(count) }, (_, id) => ({
      market,
      data: encodeFunctionData({
        abi,
        functionName: "marketOrders",
        args: [market.token, BigInt(id)],
      }),
    }))
    for (const [id, data] of (await ask(calls)).entries()) {
      const order = decodeFunctionResult({ abi, functionName: "marketOrders", data })
      const [seller, outcome, amount, total, price, isActive] = order
      const state = isActive ? "ACTIVE" : amount === 0n ? "FILLED" : "CANCELLED"
      const terms = [seller.toLowerCase(), outcome, amount, total, price, state]
      lines.push([market.token.toLowerCase(), id, ...terms].join())
    }
  }
  return lines.sort()
}

/** The same of the index. */
async function ordersInIndex() {
  const { rows } = await pool().query<{ line: string }>(
    `select concat_ws(',', token, order_id, seller, outcome, amount, total_amount, price, status)
      as line from market_order`,
  )
  return rows.map(({ line }) => line).sort()
}

const eventRows = async () =>
  Number((await pool().query("select count(*) from order_event")).rows[0].count)

describe(`${OPERATIONS} random operations`, () => {
  test("read in order: no order differs from the chain's", async () => {
    await catchUp(chain)
    expect(await eventRows()).toBeGreaterThanOrEqual(OPERATIONS)
    const indexed = await ordersInIndex()
    expect(indexed).toEqual(onChain)
    const statuses = new Set(indexed.map((line) => line.slice(line.lastIndexOf(",") + 1)))
    expect([...statuses].sort()).toEqual(["ACTIVE", "CANCELLED", "FILLED"])
  })

  test("the counts are those of the orders, and shares those of the chain", async () => {
    await catchUp(chain)
    const { rows } = await pool().query(
      `(select token, outcome, status, count(*)::int as orders from market_order group by 1, 2, 3
        except select token, outcome, status, orders from market_order_count)
      union all (select token, outcome, status, orders from market_order_count
        except select token, outcome, status, count(*)::int from market_order group by 1, 2, 3)`,
    )
    expect(rows).toEqual([])
    const holders = await pool().query<{
      token: Hex
      outcome: number
      wallet: Hex
      shares: string
    }>("select token, outcome, wallet, shares from share_holder order by 1, 2, 3")
    const answers = await ask(
      holders.rows.map(({ token, outcome, wallet }) => ({
        market: open.find((market) => market.token.toLowerCase() === token) ?? fail(token),
        data: encodeFunctionData({
          abi,
          functionName: "getUserShares",
          args: [token, wallet, outcome],
        }),
      })),
    )
    expect(holders.rows.length).toBeGreaterThan(10)
    expect(answers.map((answer) => `${BigInt(answer)}`)).toEqual(
      holders.rows.map(({ shares }) => shares),
    )
  })

  test("told only the last of each order's events, without a follower: no order differs", async () => {
    const last = await lastOfEach()
    const rpc = rpcOf()
    const orderKeys: string[] = []
    for (const hash of last.keys()) {
      const mined = await findMinedTransaction(rpc, hash)
      if (mined) await indexTransactions(rpc, [mined])
    }
    for (const keys of last.values()) orderKeys.push(...keys)
    const indexed = await ordersInIndex()
    expect(indexed.length).toBeGreaterThanOrEqual(orderKeys.length)
    const expected = onChain.filter((line) => orderKeys.some((key) => line.startsWith(`${key},`)))
    const matching = indexed.filter((line) => orderKeys.some((key) => line.startsWith(`${key},`)))
    expect(matching).toEqual(expected)
  })
})

function fail(what: string): never {
  throw new Error(`No market ${what}`)
}

/** Transactions with an order's last event, and these orders; every tenth. */
async function lastOfEach() {
  const contracts = [false, true].map((isPrivate) => markets.transactions.contractOf(isPrivate))
  const topics = [
    "OrderCreated(address,uint256,address,uint8,uint256,uint256)",
    "OrderFilled(address,uint256,address,uint256,uint256)",
    "OrderCancelled(address,uint256)",
  ].map((signature) => toEventSelector(signature))
  const filter = { fromBlock: "0x0", toBlock: "latest", address: contracts, topics: [topics] }
  const logs = (await chain.call("eth_getLogs", filter)) as RawLog[]
  const lastOf = new Map<string, string>()
  for (const {
    topics: [, market = "", order = ""],
    transactionHash,
  } of logs) {
    lastOf.set(`0x${market.slice(26)},${Number(order)}`, transactionHash)
  }
  const byHash = new Map<string, string[]>()
  for (const [at, [key, hash]] of [...lastOf].entries()) {
    if (at % 10 === 0) byHash.set(hash, [...(byHash.get(hash) ?? []), key])
  }
  return byHash
}
