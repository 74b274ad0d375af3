import { agentEvents } from "@/lib/agents/events"
import { blockOfRow, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import {
  declareEvent,
  type EventDeclaration,
  type LogKey,
  type LogReadings,
  type LogRows,
  type MarketSource,
  type OrderRecord,
  type Source,
  type TokenDetails,
} from "@/lib/events/declare-event"
import {
  type EventRows,
  type EventTable,
  emptyEventRows,
  type TxRow,
} from "@/lib/events/event-rows"
import type { RawLog } from "@/lib/events/logs"
import { loanEvents } from "@/lib/loans/events"
import { eventsWithoutActor, marketEvents } from "@/lib/markets/events"
import { markRoutingLegs, tokenEvents } from "@/lib/tokens/events"
import { updownEvents } from "@/lib/updown/events"
import { vaultEvents } from "@/lib/vault/events"
import { vestingEvents, vestingEventsWithoutActor, vestingLiquidation } from "@/lib/vesting/events"
import { RpcError } from "./rpc"
import type { UnreadableLog } from "./unreadable-logs"

/** Events of USDB's faucet; both may name a wallet's referrer. */
const faucetEvents = [
  declareEvent("usdb", "FaucetClaimed", {
    rows: ({ args: { user, referrer }, log: { id, txId, time } }) => ({
      faucetClaim: { id, txId, time, user, referrer },
    }),
    answer: ({ user, referrer }) => ({ user, referrer }),
  }),
  declareEvent("usdb", "ReferrerSet", {
    rows: ({ args: { user, referrer }, log: { id, txId, time } }) => ({
      referrerSet: { id, txId, time, user, referrer },
    }),
    answer: ({ user, referrer }) => ({ user, referrer }),
  }),
]

const declarations: EventDeclaration[] = [
  ...tokenEvents,
  ...marketEvents,
  ...faucetEvents,
  ...loanEvents,
  ...vaultEvents,
  ...vestingEvents,
  ...updownEvents,
  ...agentEvents,
]

/** Source → topic → declaration. */
const declarationsBySource = new Map<Source, Map<string, EventDeclaration>>()
for (const declaration of declarations) {
  const bySignature = declarationsBySource.get(declaration.source) ?? new Map()
  declarationsBySource.set(declaration.source, bySignature.set(declaration.topic, declaration))
}

// TIDE emits what every token does, and more.
declarationsBySource.set(
  "mainToken",
  new Map([
    ...(declarationsBySource.get("token") ?? []),
    ...(declarationsBySource.get("mainToken") ?? []),
  ]),
)

/** An event of a source with its arguments; null for any other log. */
export function decodeEvent(source: Source, { topics: ofLog, data }: RawLog) {
  const topic = ofLog[0] ?? ""
  const isLiquidation = source === "vesting" && topic === vestingLiquidation.topic
  const declaration = isLiquidation
    ? vestingLiquidation
    : declarationsBySource.get(source)?.get(topic)
  const args = declaration?.decode(ofLog, data)
  return declaration && args ? { name: declaration.name, args: args as never } : null
}

/** The first topics of all events, for log filters. */
export const topics = [...new Set([...declarations, vestingLiquidation].map(({ topic }) => topic))]

/** The first topics of events that contain only a part of the data: the contracts are read for the rest. */
export const readTopics = new Set(
  [...loanEvents, ...vaultEvents, ...vestingEvents, vestingLiquidation]
    .filter(({ name }) => !["Transfer", "Locked", "Unlocked"].includes(name))
    .map(({ topic }) => topic),
)

/** The first topics of most logs, of which nothing has to be read or found out before they are decoded. */
const plainTopics = new Set(
  ["Transfer", "Sync", "TokensTraded"].map((name) => findDeclaration("token", name).topic),
)

/** The logs whose events may create something or need a read of a contract. */
export const findSpecialLogs = (logs: readonly RawLog[]): RawLog[] =>
  logs.filter(({ topics: [topic] }) => !plainTopics.has(topic ?? ""))

/** The first topics of a token's events. */
export const tokenTopics = new Set(declarationsBySource.get("token")?.keys())

function findDeclaration(source: Source, name: string): EventDeclaration {
  const declaration = declarations.find((one) => one.source === source && one.name === name)
  if (!declaration) throw new Error(`${name} is not declared`)
  return declaration
}

const creationDeclarations = new Map<Source, EventDeclaration>([
  ["factory", findDeclaration("factory", "TokenCreated")],
  ["publicMarket", findDeclaration("publicMarket", "MarketCreated")],
  ["privateMarket", findDeclaration("privateMarket", "MarketCreated")],
])

/** The first topics of events that announce a token; its address is their second. */
export const creationTopics = [
  ...new Set([...creationDeclarations.values()].map(({ topic }) => topic)),
]

/** The first topics of events whose actor is the sender of their transaction. */
export const topicsWithoutActor = new Set(
  declarations
    .filter(({ name }) => [...eventsWithoutActor, ...vestingEventsWithoutActor].includes(name))
    .map(({ topic }) => topic),
)

/** The first topics of what happens to orders; the market and the order are their second and third. */
export const orderTopics = {
  created: findDeclaration("publicMarket", "OrderCreated").topic,
  later: [
    findDeclaration("publicMarket", "OrderFilled").topic,
    findDeclaration("publicMarket", "OrderCancelled").topic,
  ],
}

/** A created token and the source that announced it. */
export type CreatedToken = { token: string; source: "factory" | MarketSource }

/** Tokens that these logs announce. */
export function findCreatedTokens(
  logs: readonly RawLog[],
  sourceOf: (address: string) => Source | undefined,
): CreatedToken[] {
  return logs.flatMap((log) => {
    const source = sourceOf(log.address)
    const creation = source && creationDeclarations.get(source)
    if (!creation || log.topics[0] !== creation.topic) return []
    const args = creation.decode(log.topics, log.data) as CreationArgs | null
    if (!args) return []
    const token = "marketToken" in args ? args.marketToken : args.tokenAddress
    return [{ token, source: source as CreatedToken["source"] }]
  })
}

type CreationArgs = { tokenAddress: string } | { marketToken: string }

/** An event in an answer of the sync endpoint. */
export type IndexedEvent = {
  type: string
  contractAddress: string
  logIndex: number
} & Record<string, string | number | null>

export type DecodedLogs = {
  eventRows: EventRows
  transactions: TxRow[]
  events: IndexedEvent[]
  /** Logs of a known emitter and topic that cannot become rows. */
  unreadable: UnreadableLog[]
  /** The log of each row id; filled with `withLogs`. */
  logs: Map<number, RawLog>
}

export type DecodeContext = {
  chainId: number
  mainToken: string
  sourceOf: (address: string) => Source | undefined
  /** Unix seconds of a block. */
  timeOf: (log: RawLog) => number
  /** Offset of a log's row id from the first of its block; see `findRowOffsets`. */
  offsetOf: (log: RawLog) => number
  /** Stored already, or created in these logs. */
  isListed: (token: string) => boolean
  details: (token: string) => TokenDetails | undefined
  order: (token: string, orderId: bigint, block: number) => OrderRecord | undefined
  /** Sender of a log's transaction, for events that name no actor. */
  senderOf: (log: RawLog) => string | undefined
  /** The readings for a log of loans, the vault, vesting or price rounds. */
  readingsOf: (log: RawLog) => LogReadings
}

/**
 * Turns logs of whole transactions into event rows. Logs of unknown emitters and events of other sources are ignored;
 * logs that cannot be decoded are returned with the reason.
 */
export function decodeLogs(
  logs: readonly RawLog[],
  surroundings: DecodeContext,
  { answers: withEvents = false, withLogs = false }: { answers?: boolean; withLogs?: boolean } = {},
): DecodedLogs {
  const { chainId, mainToken, sourceOf } = surroundings
  const readLog = createLogReader(surroundings)
  const decoded: DecodedLogs = {
    ...{ eventRows: emptyEventRows(), transactions: [], events: [], unreadable: [] },
    logs: new Map(),
  }
  const { eventRows, transactions, events } = decoded
  let lastTx = -1
  for (const log of logs) {
    const source = sourceOf(log.address)
    const declaration = source && declarationsBySource.get(source)?.get(log.topics[0] ?? "")
    if (!declaration) continue
    const read = readLog(log, declaration)
    if ("reason" in read) {
      decoded.unreadable.push({ log, reason: read.reason })
      continue
    }
    const { key, rows, args } = read
    if (withLogs) decoded.logs.set(key.id, log)
    for (const table in rows)
      (eventRows[table as EventTable] as unknown[]).push(rows[table as EventTable])
    if (key.txId !== lastTx) {
      lastTx = key.txId
      transactions.push(toTransactionRow(log, key, chainId))
    }
    if (withEvents) {
      const logIndex = Number(log.logIndex)
      const head = { type: declaration.name, contractAddress: log.address, logIndex }
      const readings = surroundings.readingsOf(log)
      events.push({ ...head, ...declaration.rule.answer(args as never, readings) })
    }
  }
  markRoutingLegs(eventRows.trade, [...eventRows.shareTrade, ...eventRows.updownBet], mainToken)
  return decoded
}

type ReadLog = { key: LogKey; rows: LogRows; args: unknown } | { reason: string }

/** Reads a log's rows, or the reason it has none. Errors that its content causes do not leave the function. */
function createLogReader(context: DecodeContext) {
  const { details, senderOf, readingsOf } = context
  const toLogKey = createKeyMaker(context)
  let block = 0
  const order = (token: string, id: bigint) => context.order(token, id, block)
  return (log: RawLog, { decode: decodeArgs, rule }: EventDeclaration): ReadLog => {
    try {
      const key = toLogKey(log)
      if (!key) return { reason: "its transaction's index is beyond what row ids can express" }
      const args = decodeArgs(log.topics, log.data)
      if (!args) return { reason: "its topics and data do not have the event's layout" }
      block = blockOfRow(key.txId)
      const [sender, readings] = [senderOf(log), readingsOf(log)]
      const rows = rule.rows({ args: args as never, log: key, details, order, sender, readings })
      if (!rows) return { reason: "its values make no sense" }
      const { shareTrade, orderEvent, marketEvent } = rows
      const market = (shareTrade ?? orderEvent ?? marketEvent)?.token
      if (market && !context.isListed(market)) {
        return { reason: `no creation of market ${market} can be read` }
      }
      return { key, rows, args }
    } catch (error) {
      if (error instanceof RpcError) throw error
      return { reason: `reading it failed: ${error instanceof Error ? error.message : error}` }
    }
  }
}

/** Null for a log when row ids have no room for its transaction's index. Logs come in the order of their blocks. */
function createKeyMaker({ timeOf, offsetOf }: DecodeContext) {
  let [blockNumber, first, time] = ["", 0, 0]
  return (log: RawLog): LogKey | null => {
    const tx = +log.transactionIndex
    if (tx >= ROWS_PER_BLOCK) return null
    if (log.blockNumber !== blockNumber) {
      time = timeOf(log)
      blockNumber = log.blockNumber
      first = +blockNumber * ROWS_PER_BLOCK
    }
    return { id: first + offsetOf(log), txId: first + tx, time, address: log.address }
  }
}

function toTransactionRow(log: RawLog, { txId, time }: LogKey, chainId: number): TxRow {
  return {
    id: txId,
    chainId,
    hash: log.transactionHash,
    blockNumber: +log.blockNumber,
    blockHash: log.blockHash,
    time,
  }
}
