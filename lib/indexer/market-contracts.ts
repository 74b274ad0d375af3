import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { countWords, getWord, readAddress, readUint, readUint8 } from "@/lib/events/abi-words"
import type { MarketDetails, OrderRecord, TokenDetails } from "@/lib/events/declare-event"
import type { RawLog } from "@/lib/events/logs"
import { toEndSecond } from "@/lib/markets/constants"
import { type CreatedToken, orderTopics, topicsWithoutActor } from "./decode"
import { buildCall, readTokenDetails } from "./node"
import { isRevert, type Rpc, RpcError } from "./rpc"
import { type SettledView, settleViews } from "./view-calls"

/** The contracts of the address book that emit events of markets. */
export function listMarketContracts({
  marketTrading,
  privateMarket,
  resolver,
}: AddressBook): string[] {
  return [marketTrading, privateMarket, resolver].filter((address) => address !== zeroAddress)
}

/** Constants of new tokens, and of the markets among them. */
export async function readCreationDetails(
  rpc: Rpc,
  created: readonly CreatedToken[],
  book: AddressBook,
): Promise<Map<string, TokenDetails>> {
  const details = await readTokenDetails(
    rpc,
    created.map(({ token }) => token),
  )
  for (const { token, source } of created) {
    const pool = details.get(token)
    if (source === "factory" || !pool) continue
    const market = await readMarket(rpc, token, source === "privateMarket", book).catch(
      ignoreMalformed,
    )
    if (market) pool.market = market
    else details.delete(token)
  }
  return details
}

/** For an answer that cannot be decoded: the creation counts as unreadable. */
function ignoreMalformed(error: unknown): null {
  if (error instanceof RpcError) throw error
  return null
}

/** Null for a contract without a market's functions. */
async function readMarket(
  rpc: Rpc,
  token: string,
  isPrivate: boolean,
  book: AddressBook,
): Promise<MarketDetails | null> {
  const contract = isPrivate ? book.privateMarket : book.marketTrading
  const market = getAddress(token)
  const of = (functionName: "getMarketData" | "getOptionNames") =>
    buildCall(contract, encodeFunctionData({ abi: marketTradingAbi, functionName, args: [market] }))
  const answers = await rpc.batchSettled([
    of("getMarketData"),
    of("getOptionNames"),
    ...(["name", "symbol"] as const).map((functionName) =>
      buildCall(token, encodeFunctionData({ abi: factoryTokenAbi, functionName })),
    ),
    ...buildPeriodCalls(isPrivate, book),
  ])
  const [data, names, name, symbol, ...periods] = answers.map(unwrapAnswer)
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
    endTime: toEndSecond(endTime),
    options: [...options],
    baseReserve: await readBaseReserve(rpc, contract, options.length),
    ...toPeriods(isPrivate, periods),
  }
}

async function readBaseReserve(rpc: Rpc, contract: string, options: number) {
  const query = { abi: marketTradingAbi, functionName: "getInitialReserves" } as const
  const data = encodeFunctionData({ ...query, args: [BigInt(options)] })
  const [answer] = await rpc.batch([buildCall(contract, data)])
  return decodeFunctionResult({ ...query, data: answer as Hex })[0]
}

function buildPeriodCalls(isPrivate: boolean, { privateMarket, resolver }: AddressBook) {
  if (isPrivate) {
    const functionName = "VOTING_WINDOW"
    const data = encodeFunctionData({ abi: privateMarketTradingAbi, functionName })
    return [buildCall(privateMarket, data)]
  }
  return (["DISPUTE_PERIOD", "PROPOSAL_PERIOD", "VETO_PERIOD"] as const).map((functionName) =>
    buildCall(resolver, encodeFunctionData({ abi: marketResolverAbi, functionName })),
  )
}

function toPeriods(isPrivate: boolean, answers: readonly (Hex | undefined)[]) {
  const [voting, challenge, veto] = answers.map((answer) => Number(answer ?? 0))
  return {
    challengeSeconds: isPrivate ? null : (challenge ?? 0),
    votingSeconds: voting ?? 0,
    vetoSeconds: isPrivate ? null : (veto ?? 0),
  }
}

/** Undefined when the contract reverted; a node's failure is thrown. */
function unwrapAnswer(answer: unknown): Hex | undefined {
  if (answer instanceof RpcError) {
    if (isRevert(answer)) return undefined
    throw answer
  }
  return answer === "0x" ? undefined : (answer as Hex)
}

type OrderRequest = { contract: string; token: string; orderId: bigint; key: string; block: number }

export type FindOrder = (token: string, orderId: bigint, block: number) => OrderRecord | undefined

const toOrderKey = (token: string, orderId: bigint) => `${token}:${orderId}`

/**
 * The orders in these logs: decoded from OrderCreated, or read from their contracts. With `left`, all are read as of
 * the log's block, with their unsold amount; null where the node no longer has that state.
 */
export async function readOrders(
  rpc: Rpc,
  logs: readonly RawLog[],
  book: AddressBook,
  { left: withAmountLeft = false }: { left?: boolean } = {},
): Promise<FindOrder> {
  const records = new Map<string, OrderRecord>()
  const requests = new Map<string, OrderRequest>()
  const contracts = listMarketContracts(book)
  const place = (key: string, block: number) => (withAmountLeft ? `${key}@${block}` : key)
  for (const log of logs) {
    const [topic = "", market = "", order = ""] = log.topics
    const isNew = topic === orderTopics.created
    if (!contracts.includes(log.address) || !(isNew || orderTopics.later.includes(topic))) continue
    const token = readAddress(market.slice(2))
    if (!token || order.length !== 66) continue
    const orderId = readUint(order.slice(2))
    const block = +log.blockNumber
    const key = place(toOrderKey(token, orderId), block)
    const created = isNew ? decodeCreatedOrder(log) : null
    if (created) records.set(key, created)
    if (withAmountLeft || !records.has(key)) {
      requests.set(key, { contract: log.address, token, orderId, key, block })
    }
  }
  for (const [key, record] of await readOrderRecords(rpc, [...requests.values()], withAmountLeft)) {
    records.set(key, record)
  }
  return (token, orderId, block) => records.get(place(toOrderKey(token, orderId), block))
}

function decodeCreatedOrder({ topics, data }: RawLog): OrderRecord | null {
  const seller = readAddress(topics[3]?.slice(2) ?? "")
  if (!seller || countWords(data) !== 3) return null
  const outcome = readUint8(getWord(data, 0))
  if (outcome === null) return null
  const [totalAmount, price] = [readUint(getWord(data, 1)), readUint(getWord(data, 2))]
  return { seller, outcome, totalAmount, price, amountLeft: null }
}

async function readOrderRecords(rpc: Rpc, requests: readonly OrderRequest[], left: boolean) {
  const records: [string, OrderRecord][] = []
  for (let i = 0; i < requests.length; i += 100) {
    const part = requests.slice(i, i + 100)
    const answers = await callOrders(rpc, part, left)
    part.forEach(({ key }, n) => {
      const { answer, isLate = true } = answers[n] ?? {}
      const data = unwrapAnswer(answer)
      if (!data || countWords(data) !== 6) return
      const seller = readAddress(getWord(data, 0))
      const outcome = readUint8(getWord(data, 1))
      if (!seller || outcome === null || seller === zeroAddress) return
      const [totalAmount, price] = [readUint(getWord(data, 3)), readUint(getWord(data, 4))]
      const amountLeft = isLate ? null : readUint(getWord(data, 2))
      records.push([key, { seller, outcome, totalAmount, price, amountLeft }])
    })
  }
  return records
}

/** As of the blocks of their logs, or of the newest block: only the unsold amount ever changes. */
async function callOrders(
  rpc: Rpc,
  requests: readonly OrderRequest[],
  isHistorical: boolean,
): Promise<SettledView[]> {
  const views = requests.map(({ contract: to, token, orderId, block }) => {
    const args = [getAddress(token), orderId] as const
    const query = { abi: marketTradingAbi, functionName: "marketOrders", args } as const
    return { to, data: encodeFunctionData(query), block }
  })
  if (isHistorical) return settleViews(rpc, views)
  const answers = await rpc.batchSettled(views.map(({ to, data }) => buildCall(to, data)))
  return answers.map((answer) => ({ answer, isLate: true }))
}

/** Senders of the transactions whose logs name no actor. */
export async function readSenders(
  rpc: Rpc,
  logs: readonly RawLog[],
): Promise<(log: RawLog) => string | undefined> {
  return readSendersOf(
    rpc,
    logs.filter(({ topics }) => topicsWithoutActor.has(topics[0] ?? "")),
  )
}

/** Senders of the logs' transactions. */
export async function readSendersOf(rpc: Rpc, logs: readonly RawLog[]) {
  const distinct = [...new Set(logs.map(({ transactionHash }) => transactionHash))]
  const senders = new Map<string, string>()
  for (let i = 0; i < distinct.length; i += 100) {
    const part = distinct.slice(i, i + 100)
    const transactions = await rpc.batch(
      part.map((hash) => ({ method: "eth_getTransactionByHash", params: [hash] })),
    )
    part.forEach((hash, n) => {
      const transaction = transactions[n] as { from: string } | null
      if (!transaction) throw new RpcError(`The node lacks transaction ${hash}`)
      senders.set(hash, transaction.from.toLowerCase())
    })
  }
  return ({ transactionHash }: RawLog) => senders.get(transactionHash)
}
