import { faucetEvents } from "@/lib/faucet/events"
import { actorless, marketEvents } from "@/lib/markets/events"
import { markRoutingLegs, tokenEvents } from "@/lib/tokens/events"
import { type Facts, noFacts, type Table, type TxRow } from "./facts"
import { type RawLog, ROWS_PER_BLOCK } from "./logs"
import type { Declaration, LogKey, MarketSource, OrderRecord, Source, TokenDetails } from "./on"

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
  /** Logs of a known emitter with a known topic that could not be read. */
  malformed: RawLog[]
}

export type Surroundings = {
  chainId: number
  mainToken: string
  sourceOf: (address: string) => Source | undefined
  /** Unix seconds of a block. */
  timeOf: (log: RawLog) => number
  details: (token: string) => TokenDetails | undefined
  order: (token: string, orderId: bigint, block: number) => OrderRecord | undefined
  /** Sender of a log's transaction, for events that name no actor. */
  senderOf: (log: RawLog) => string | undefined
}

/**
 * Turns logs of whole transactions into fact rows. Only known emitters count; what an emitter has no
 * business to emit is ignored; what cannot be read is left out and handed back.
 */
export function decode(
  logs: readonly RawLog[],
  { chainId, mainToken, sourceOf, timeOf, details, order: orderAt, senderOf }: Surroundings,
  { answers = false }: { answers?: boolean } = {},
): Decoded {
  const decoded: Decoded = { facts: noFacts(), transactions: [], events: [], malformed: [] }
  const { facts, transactions, events, malformed } = decoded
  let lastTx = -1
  for (const log of logs) {
    const source = sourceOf(log.address)
    const declaration = source && bySource.get(source)?.get(log.topics[0] ?? "")
    if (!declaration) continue
    const { rule } = declaration
    const key = keyOf(log, timeOf(log))
    const args = key && declaration.decode(log.topics, log.data)
    const sender = senderOf(log)
    const order = (token: string, id: bigint) => orderAt(token, id, +log.blockNumber)
    const rows = args ? rule.rows({ args: args as never, log: key, details, order, sender }) : null
    if (!key || !rows) {
      malformed.push(log)
      continue
    }
    for (const table in rows) (facts[table as Table] as unknown[]).push(rows[table as Table])
    if (key.txId !== lastTx) {
      lastTx = key.txId
      transactions.push(transactionOf(log, key, chainId))
    }
    if (answers) {
      const logIndex = Number(log.logIndex)
      const head = { type: declaration.name, contractAddress: log.address, logIndex }
      events.push({ ...head, ...rule.answer(args as never) })
    }
  }
  markRoutingLegs(facts.trade, facts.shareTrade, mainToken)
  return decoded
}

/** Null for a place that row ids cannot express. */
function keyOf(log: RawLog, time: number): LogKey | null {
  const [block, index, tx] = [+log.blockNumber, +log.logIndex, +log.transactionIndex]
  if (index >= ROWS_PER_BLOCK || tx >= ROWS_PER_BLOCK) return null
  const first = block * ROWS_PER_BLOCK
  return { id: first + index, txId: first + tx, time, address: log.address }
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

let malformedCount = 0

/** How many logs this process could not read. */
export function countMalformed(): number {
  return malformedCount
}

/** Says which logs were left out; the index goes on without them. */
export function reportMalformed(logs: readonly RawLog[]): void {
  malformedCount += logs.length
  for (const { transactionHash, logIndex, address } of logs.slice(0, 20)) {
    console.warn(`Skipped unreadable log ${+logIndex} of ${address} in ${transactionHash}`)
  }
}
