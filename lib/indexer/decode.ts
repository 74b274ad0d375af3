import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { faucetEvents } from "@/lib/faucet/events"
import { actorless, marketEvents } from "@/lib/markets/events"
import { markRoutingLegs, tokenEvents } from "@/lib/tokens/events"
import { type Facts, noFacts, type Table, type TxRow } from "./facts"
import type { RawLog } from "./logs"
import type {
  Declaration,
  FactRows,
  LogKey,
  MarketSource,
  OrderRecord,
  Source,
  TokenDetails,
} from "./on"
import { RpcError } from "./rpc"
import type { UnreadableLog } from "./unreadable"

const declarations: Declaration[] = [...tokenEvents, ...marketEvents, ...faucetEvents]

/** Source → topic → declaration. */
const bySource = new Map<Source, Map<string, Declaration>>()
for (const declaration of declarations) {
  const bySignature = bySource.get(declaration.source) ?? new Map()
  bySource.set(declaration.source, bySignature.set(declaration.topic, declaration))
}

/** The first topics of all events, for log filters. */
export const topics = [...new Set(declarations.map(({ topic }) => topic))]

/** The first topics of what a token emits. */
export const tokenTopics = new Set(bySource.get("token")?.keys())

function declared(source: Source, name: string): Declaration {
  const found = declarations.find((one) => one.source === source && one.name === name)
  if (!found) throw new Error(`${name} is not declared`)
  return found
}

const creations = new Map<Source, Declaration>([
  ["factory", declared("factory", "TokenCreated")],
  ["publicMarket", declared("publicMarket", "MarketCreated")],
  ["privateMarket", declared("privateMarket", "MarketCreated")],
])

/** The first topics of events that announce a token; its address is their second. */
export const creationTopics = [...new Set([...creations.values()].map(({ topic }) => topic))]

/** The first topics of events whose actor is the sender of their transaction. */
export const actorlessTopics = new Set(
  declarations.filter(({ name }) => actorless.includes(name)).map(({ topic }) => topic),
)

/** The first topics of what happens to orders; the market and the order are their second and third. */
export const orderTopics = {
  created: declared("publicMarket", "OrderCreated").topic,
  later: [
    declared("publicMarket", "OrderFilled").topic,
    declared("publicMarket", "OrderCancelled").topic,
  ],
}

/** Whose creation the logs announce, and who announces it: the factory, or a market contract. */
export type Created = { token: string; source: "factory" | MarketSource }

/** Tokens these logs of the factory and the market contracts create. */
export function createdTokens(
  logs: readonly RawLog[],
  sourceOf: (address: string) => Source | undefined,
): Created[] {
  return logs.flatMap((log) => {
    const source = sourceOf(log.address)
    const creation = source && creations.get(source)
    if (!creation || log.topics[0] !== creation.topic) return []
    const args = creation.decode(log.topics, log.data) as Announcement | null
    if (!args) return []
    const token = "marketToken" in args ? args.marketToken : args.tokenAddress
    return [{ token, source: source as Created["source"] }]
  })
}

type Announcement = { tokenAddress: string } | { marketToken: string }

/** An event as the sync endpoint answers it. */
export type IndexedEvent = {
  type: string
  contractAddress: string
  logIndex: number
} & Record<string, string | number | null>

export type Decoded = {
  facts: Facts
  transactions: TxRow[]
  events: IndexedEvent[]
  /** Logs of a known emitter with a known topic that make no row. */
  unreadable: UnreadableLog[]
  /** The log of each row id, when asked for. */
  logs: Map<number, RawLog>
}

export type Surroundings = {
  chainId: number
  mainToken: string
  sourceOf: (address: string) => Source | undefined
  /** Unix seconds of a block. */
  timeOf: (log: RawLog) => number
  /** Where a log's row id lies behind its block's first; see `placesOf`. */
  placeOf: (log: RawLog) => number
  /** Stored already, or created in these logs. */
  isListed: (token: string) => boolean
  details: (token: string) => TokenDetails | undefined
  order: (token: string, orderId: bigint, block: number) => OrderRecord | undefined
  /** Sender of a log's transaction, for events that name no actor. */
  senderOf: (log: RawLog) => string | undefined
}

/**
 * Turns logs of whole transactions into fact rows. Only known emitters count; what an emitter has no
 * business to emit is ignored; what cannot be read is left out and handed back with the reason.
 */
export function decode(
  logs: readonly RawLog[],
  surroundings: Surroundings,
  { answers = false, withLogs = false }: { answers?: boolean; withLogs?: boolean } = {},
): Decoded {
  const { chainId, mainToken, sourceOf } = surroundings
  const decoded: Decoded = {
    ...{ facts: noFacts(), transactions: [], events: [], unreadable: [] },
    logs: new Map(),
  }
  const { facts, transactions, events } = decoded
  let lastTx = -1
  for (const log of logs) {
    const source = sourceOf(log.address)
    const declaration = source && bySource.get(source)?.get(log.topics[0] ?? "")
    if (!declaration) continue
    const read = readLog(log, declaration, surroundings)
    if ("reason" in read) {
      decoded.unreadable.push({ log, reason: read.reason })
      continue
    }
    const { key, rows, args } = read
    if (withLogs) decoded.logs.set(key.id, log)
    for (const table in rows) (facts[table as Table] as unknown[]).push(rows[table as Table])
    if (key.txId !== lastTx) {
      lastTx = key.txId
      transactions.push(transactionOf(log, key, chainId))
    }
    if (answers) {
      const logIndex = Number(log.logIndex)
      const head = { type: declaration.name, contractAddress: log.address, logIndex }
      events.push({ ...head, ...declaration.rule.answer(args as never) })
    }
  }
  markRoutingLegs(facts.trade, facts.shareTrade, mainToken)
  return decoded
}

type Read = { key: LogKey; rows: FactRows; args: unknown } | { reason: string }

/** A log's rows, or why it has none. Whatever its content does to the code that reads it stays in here. */
function readLog(
  log: RawLog,
  { decode: decodeArgs, rule }: Declaration,
  given: Surroundings,
): Read {
  try {
    const key = keyOf(log, given)
    if (!key) return { reason: "its transaction's index is beyond what row ids can express" }
    const args = decodeArgs(log.topics, log.data)
    if (!args) return { reason: "its topics and data do not have the event's layout" }
    const { details, senderOf } = given
    const order = (token: string, id: bigint) => given.order(token, id, +log.blockNumber)
    const sender = senderOf(log)
    const rows = rule.rows({ args: args as never, log: key, details, order, sender })
    if (!rows) return { reason: "its values make no sense" }
    const { shareTrade, orderEvent, marketEvent } = rows
    const market = (shareTrade ?? orderEvent ?? marketEvent)?.token
    if (market && !given.isListed(market)) {
      return { reason: `no creation of market ${market} can be read` }
    }
    return { key, rows, args }
  } catch (error) {
    if (error instanceof RpcError) throw error
    return { reason: `reading it failed: ${error instanceof Error ? error.message : error}` }
  }
}

/** Null for a place that row ids cannot express. */
function keyOf(log: RawLog, { timeOf, placeOf }: Surroundings): LogKey | null {
  const [first, tx] = [+log.blockNumber * ROWS_PER_BLOCK, +log.transactionIndex]
  if (tx >= ROWS_PER_BLOCK) return null
  return { id: first + placeOf(log), txId: first + tx, time: timeOf(log), address: log.address }
}

function transactionOf(log: RawLog, { txId, time }: LogKey, chainId: number): TxRow {
  return {
    id: txId,
    chainId,
    hash: log.transactionHash,
    blockNumber: +log.blockNumber,
    blockHash: log.blockHash,
    time,
  }
}
