import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { endSecond } from "@/lib/markets/kinds"
import { actorlessTopics, type Created, orderTopics } from "./decode"
import type { RawLog } from "./logs"
import { call, isRevert, readTokenDetails } from "./node"
import type { MarketDetails, OrderRecord, TokenDetails } from "./on"
import { type Rpc, RpcError } from "./rpc"
import { asAddress, asUint, asUint8, wordAt, wordCount } from "./words"

/** The contracts of the address book that emit events of markets. */
export function marketContracts({ marketTrading, privateMarket, resolver }: AddressBook): string[] {
  return [marketTrading, privateMarket, resolver].filter((address) => address !== zeroAddress)
}

/** What new tokens say about themselves, and new markets about their question. */
export async function readDetails(
  rpc: Rpc,
  created: readonly Created[],
  book: AddressBook,
): Promise<Map<string, TokenDetails>> {
  const details = await readTokenDetails(
    rpc,
    created.map(({ token }) => token),
  )
  for (const { token, source } of created) {
    const pool = details.get(token)
    if (source === "factory" || !pool) continue
    const market = await readMarket(rpc, token, source === "privateMarket", book).catch(unreadable)
    if (market) pool.market = market
    else details.delete(token)
  }
  return details
}

/** An answer that does not have the shape of the contract's: the creation counts as unreadable. */
function unreadable(error: unknown): null {
  if (error instanceof RpcError) throw error
  return null
}

/** Null for a contract that does not answer like a market. */
async function readMarket(
  rpc: Rpc,
  token: string,
  isPrivate: boolean,
  book: AddressBook,
): Promise<MarketDetails | null> {
  const contract = isPrivate ? book.privateMarket : book.marketTrading
  const market = getAddress(token)
  const of = (functionName: "getMarketData" | "getOptionNames") =>
    call(contract, encodeFunctionData({ abi: marketTradingAbi, functionName, args: [market] }))
  const answers = await rpc.settle([
    of("getMarketData"),
    of("getOptionNames"),
    ...(["name", "symbol"] as const).map((functionName) =>
      call(token, encodeFunctionData({ abi: factoryTokenAbi, functionName })),
    ),
    ...periodCalls(isPrivate, book),
  ])
  const [data, names, name, symbol, ...periods] = answers.map(answered)
  if (!data || !names || !name || !symbol) return null
  const record = decodeFunctionResult({
    abi: marketTradingAbi,
    functionName: "getMarketData",
    data,
  })
  const options = decodeFunctionResult({
    abi: marketTradingAbi,
    functionName: "getOptionNames",
    data: names,
  })
  const { endTime, isPrivate: isPrivateEvent } = record
  return {
    name: decodeFunctionResult({ abi: factoryTokenAbi, functionName: "name", data: name }),
    symbol: decodeFunctionResult({ abi: factoryTokenAbi, functionName: "symbol", data: symbol }),
    isPrivateEvent,
    endTime: endSecond(endTime),
    options: [...options],
    baseReserve: await baseReserve(rpc, contract, options.length),
    ...periodsOf(isPrivate, periods),
  }
}

async function baseReserve(rpc: Rpc, contract: string, options: number) {
  const query = { abi: marketTradingAbi, functionName: "getInitialReserves" } as const
  const data = encodeFunctionData({ ...query, args: [BigInt(options)] })
  const [answer] = await rpc.batch([call(contract, data)])
  return decodeFunctionResult({ ...query, data: answer as Hex })[0]
}

function periodCalls(isPrivate: boolean, { privateMarket, resolver }: AddressBook) {
  if (isPrivate) {
    const functionName = "VOTING_WINDOW"
    const data = encodeFunctionData({ abi: privateMarketTradingAbi, functionName })
    return [call(privateMarket, data)]
  }
  return (["DISPUTE_PERIOD", "PROPOSAL_PERIOD", "VETO_PERIOD"] as const).map((functionName) =>
    call(resolver, encodeFunctionData({ abi: marketResolverAbi, functionName })),
  )
}

function periodsOf(isPrivate: boolean, answers: readonly (Hex | undefined)[]) {
  const [voting, challenge, veto] = answers.map((answer) => Number(answer ?? 0))
  return {
    challengeSeconds: isPrivate ? null : (challenge ?? 0),
    votingSeconds: voting ?? 0,
    vetoSeconds: isPrivate ? null : (veto ?? 0),
  }
}

/** Undefined when the contract reverted; a node's failure is thrown. */
function answered(answer: unknown): Hex | undefined {
  if (answer instanceof RpcError) {
    if (isRevert(answer)) return undefined
    throw answer
  }
  return answer === "0x" ? undefined : (answer as Hex)
}

type Wanted = { contract: string; token: string; orderId: bigint; key: string; block: number }

/** An order of a market, as logs of a block tell of it. */
export type FindOrder = (token: string, orderId: bigint, block: number) => OrderRecord | undefined

const keyOf = (token: string, orderId: bigint) => `${token}:${orderId}`

/**
 * The orders that logs are about: those created in them, and the others as their contracts describe
 * them. With `left` all are read as of their own block, with what is left of them.
 */
export async function readOrders(
  rpc: Rpc,
  logs: readonly RawLog[],
  book: AddressBook,
  { left = false }: { left?: boolean } = {},
): Promise<FindOrder> {
  const known = new Map<string, OrderRecord>()
  const wanted = new Map<string, Wanted>()
  const contracts = marketContracts(book)
  const place = (key: string, block: number) => (left ? `${key}@${block}` : key)
  for (const log of logs) {
    const [topic = "", market = "", order = ""] = log.topics
    const isNew = topic === orderTopics.created
    if (!contracts.includes(log.address) || !(isNew || orderTopics.later.includes(topic))) continue
    const token = asAddress(market.slice(2))
    if (!token || order.length !== 66) continue
    const orderId = asUint(order.slice(2))
    const block = +log.blockNumber
    const key = place(keyOf(token, orderId), block)
    const created = isNew ? createdOrder(log) : null
    if (created) known.set(key, created)
    if (left || !known.has(key)) {
      wanted.set(key, { contract: log.address, token, orderId, key, block })
    }
  }
  for (const [key, record] of await recordsOf(rpc, [...wanted.values()], left)) {
    known.set(key, record)
  }
  return (token, orderId, block) => known.get(place(keyOf(token, orderId), block))
}

function createdOrder({ topics, data }: RawLog): OrderRecord | null {
  const seller = asAddress(topics[3]?.slice(2) ?? "")
  if (!seller || wordCount(data) !== 3) return null
  const outcome = asUint8(wordAt(data, 0))
  if (outcome === null) return null
  const [totalAmount, price] = [asUint(wordAt(data, 1)), asUint(wordAt(data, 2))]
  return { seller, outcome, totalAmount, price, amountLeft: null }
}

async function recordsOf(rpc: Rpc, wanted: readonly Wanted[], left: boolean) {
  const records: [string, OrderRecord][] = []
  for (let i = 0; i < wanted.length; i += 100) {
    const part = wanted.slice(i, i + 100)
    const answers = await orderCalls(rpc, part, left)
    part.forEach(({ key }, n) => {
      const data = answered(answers[n])
      if (!data || wordCount(data) !== 6) return
      const seller = asAddress(wordAt(data, 0))
      const outcome = asUint8(wordAt(data, 1))
      if (!seller || outcome === null || seller === zeroAddress) return
      const [totalAmount, price] = [asUint(wordAt(data, 3)), asUint(wordAt(data, 4))]
      const amountLeft = left ? asUint(wordAt(data, 2)) : null
      records.push([key, { seller, outcome, totalAmount, price, amountLeft }])
    })
  }
  return records
}

/** As of their own blocks; of a block whose state the node has no longer, as of the newest. */
async function orderCalls(rpc: Rpc, wanted: readonly Wanted[], isThen: boolean) {
  const ask = (orders: readonly Wanted[], isThen: boolean) =>
    rpc.settle(
      orders.map(({ contract, token, orderId, block }) => {
        const args = [getAddress(token), orderId] as const
        const query = { abi: marketTradingAbi, functionName: "marketOrders", args } as const
        return call(contract, encodeFunctionData(query), isThen ? block : undefined)
      }),
    )
  const answers = await ask(wanted, isThen)
  if (!isThen) return answers
  const isLost = (answer: unknown) => answer instanceof RpcError && !isRevert(answer)
  const again = await ask(
    wanted.filter((_, n) => isLost(answers[n])),
    false,
  )
  return answers.map((answer) => (isLost(answer) ? again.shift() : answer))
}

/** Senders of the transactions whose logs name no actor. */
export async function readSenders(
  rpc: Rpc,
  logs: readonly RawLog[],
): Promise<(log: RawLog) => string | undefined> {
  const hashes = logs.flatMap(({ topics, transactionHash }) =>
    actorlessTopics.has(topics[0] ?? "") ? [transactionHash] : [],
  )
  const distinct = [...new Set(hashes)]
  const senders = new Map<string, string>()
  for (let i = 0; i < distinct.length; i += 100) {
    const part = distinct.slice(i, i + 100)
    const found = await rpc.batch(
      part.map((hash) => ({ method: "eth_getTransactionByHash", params: [hash] })),
    )
    part.forEach((hash, n) => {
      const transaction = found[n] as { from: string } | null
      if (!transaction) throw new RpcError(`The node lacks transaction ${hash}`)
      senders.set(hash, transaction.from.toLowerCase())
    })
  }
  return ({ transactionHash }) => senders.get(transactionHash)
}
