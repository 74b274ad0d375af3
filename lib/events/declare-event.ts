import {
  type AbiEvent,
  type ContractEventName,
  type DecodeEventLogReturnType,
  getAbiItem,
  toEventSelector,
} from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import {
  countWords,
  getWord,
  readAddress,
  readBoolean,
  readBytes,
  readHex,
  readInt,
  readSmallInt,
  readSmallUint,
  readText,
  readUint,
  readUint8,
} from "./abi-words"
import type { EventRow, EventTable } from "./event-rows"

/**
 * Contracts that emit events. `token` is every listed token; `mainToken` is TIDE, which emits what tokens do and the
 * events of its loans. An event of the same name from another source is another event.
 */
const sourceAbis = {
  token: factoryTokenAbi,
  mainToken: mainTokenAbi,
  loanHub: loanHubAbi,
  vault: stakingVaultAbi,
  vesting: vestingAbi,
  factory: tokenFactoryAbi,
  usdb: usdbAbi,
  taxes: taxesAbi,
  publicMarket: marketTradingAbi,
  privateMarket: privateMarketTradingAbi,
  resolver: marketResolverAbi,
  upDown: upDownAbi,
  identity: identityRegistryAbi,
  reputation: reputationRegistryAbi,
} as const

type SourceAbis = typeof sourceAbis
export type Source = keyof SourceAbis
/** A contract that creates markets and trades their shares. */
export type MarketSource = "publicMarket" | "privateMarket"

type EventArgs<S extends Source, N extends ContractEventName<SourceAbis[S]>> = Extract<
  DecodeEventLogReturnType<SourceAbis[S], N>,
  { args: unknown }
>["args"]

/** Position of a log. Every row made from it has these columns. */
export type LogKey = {
  /** Block number x 1,000,000 + log index; for higher log indexes see `findRowOffsets`. */
  id: number
  /** Block number x 1,000,000 + transaction index. */
  txId: number
  /** Block time, Unix seconds. */
  time: number
  /** The emitter. */
  address: string
}

/** Constants of a token that its creation event lacks, read from its contract. */
export type TokenDetails = {
  multiplier: number
  baseReserve0: bigint
  baseReserve1: bigint
  market?: MarketDetails
}

export type MarketDetails = {
  name: string
  symbol: string
  isPrivateEvent: boolean
  /** Unix seconds; null for open-ended. */
  endTime: number | null
  options: string[]
  /** Initial virtual reserve of each outcome. */
  baseReserve: bigint
  /** Null for a private market, which has no such step. */
  challengeSeconds: number | null
  votingSeconds: number
  vetoSeconds: number | null
}

/** An order as its contract stores it. */
export type OrderRecord = {
  seller: string
  outcome: number
  totalAmount: bigint
  /** USDB per share, 18 decimals. */
  price: bigint
  /** Unsold amount at the event's block; null when it was read at another block. */
  amountLeft: bigint | null
}

/** A loan or leverage position as of a block. */
export type LoanRecord = {
  source: EventRow<"loanEvent">["source"]
  wallet: string
  borrower: string
  loanId: number
  hubId: number | null
  vestingId: number | null
  /** The event names the hub, the vault or vesting as user: another event tells who owns the loan. */
  isInner: boolean
  token: string
  collateral: bigint
  fullAmount: bigint
  borrowedAmount: bigint
  creationTime: number
  liquidationTime: number
  liquidated: boolean
  active: boolean
}

/** A vesting schedule as of a block. */
export type ScheduleRecord = Omit<EventRow<"vestingReading">, "id" | "txId">

/**
 * The opening of a price round, the oracle's round that decided it (null without one), and how much of its seed the
 * winners got.
 */
export type RoundRecord = Pick<
  EventRow<"updownEnd">,
  "startTime" | "endTime" | "startPrice" | "seedBonus" | "endPriceRoundId" | "seedPaid"
>

/** The contracts' state as of the event's block, where the event does not contain it. */
export type LogReadings = {
  /** Read as of a later block, as the node has no longer the state of the event's: only what never changes is true. */
  isLate?: boolean
  loan?: LoanRecord
  schedule?: ScheduleRecord
  /** The wallet that a claim paid: the beneficiary before a change in the same transaction. */
  claimer?: string
  /** TIDE per wTIDE, 18 decimals. */
  sharePrice?: bigint
  round?: RoundRecord
}

export type EventContext<A> = {
  args: A
  log: LogKey
  /** Read from the chain before decoding; undefined for a contract without a token's functions. */
  details: (token: string) => TokenDetails | undefined
  /** Created in the same logs, or read from the chain before decoding. */
  order: (token: string, orderId: bigint) => OrderRecord | undefined
  /** Sender of the transaction; known for events that name no actor. */
  sender: string | undefined
  readings: LogReadings
}

/** The rows of one log, at most one per table. */
export type LogRows = { [T in EventTable]?: EventRow<T> }

/** How an event becomes rows and fields in answers of the sync endpoint. */
export type EventRule<A = never> = {
  /** Null for impossible values: the log is stored as unreadable. */
  rows: (context: EventContext<A>) => LogRows | null
  answer: (args: A, readings: LogReadings) => Record<string, string | number | null>
}

export type EventDeclaration = {
  source: Source
  name: string
  topic: string
  /** Strict: null unless topics and data have exactly the declared layout. */
  decode: (topics: readonly string[], data: string) => unknown
  rule: EventRule
}

/** Declares an event of a source by its name in the ABI. */
export function declareEvent<
  S extends Source,
  const N extends ContractEventName<SourceAbis[S]> & string,
>(source: S, name: N, rule: EventRule<EventArgs<S, N>>): EventDeclaration {
  const event = getAbiItem({ abi: sourceAbis[source], name } as never) as AbiEvent
  const topic = toEventSelector(event)
  return { source, name, topic, decode: createDecoder(event), rule: rule as EventRule }
}

type WordReader = (word: string) => unknown

const wordReaders: Record<string, WordReader> = {
  address: readAddress,
  bool: readBoolean,
  bytes32: readHex,
  int128: (word) => readSmallInt(word, 128),
  int256: readInt,
  uint8: readUint8,
  uint64: (word) => readSmallUint(word, 64),
  uint256: readUint,
}

/** Types whose content follows the head. Their indexed form is a hash. */
const tailReaders = { string: readText, bytes: readBytes } as const

const isTailType = (type: string): type is keyof typeof tailReaders => type in tailReaders

/** A decoder of one event with precomputed offsets. */
function createDecoder({ inputs }: AbiEvent): EventDeclaration["decode"] {
  const indexed = inputs.filter((input) => input.indexed).map(toIndexedField)
  const plain = inputs.filter((input) => !input.indexed).map(toField)
  const isStatic = plain.every(({ tail }) => tail === null)
  const topicCount = indexed.length + 1
  const dataLength = 2 + 64 * plain.length

  return (topics, data) => {
    if (topics.length !== topicCount) return null
    if (isStatic ? data.length !== dataLength : data.length < dataLength) return null
    const args: Record<string, unknown> = {}
    for (let i = 0; i < indexed.length; i++) {
      const { name, read } = indexed[i] as EventField
      const value = read?.((topics[i + 1] as string).slice(2)) ?? null
      if (value === null) return null
      args[name] = value
    }
    return isStatic ? readStatic(plain, data, args) : readDynamic(plain, data, args)
  }
}

type EventField = {
  name: string
  /** For what is in one word. */
  read: WordReader | null
  /** For what follows the head. */
  tail: typeof readText | typeof readBytes | null
}

function toField({ name, type }: AbiEvent["inputs"][number]): EventField {
  const read = wordReaders[type] ?? null
  const tail = isTailType(type) ? tailReaders[type] : null
  if (!name || (!read && !tail)) throw new Error(`No reader for ${type} ${name}`)
  return { name, read, tail }
}

function toIndexedField(input: AbiEvent["inputs"][number]): EventField {
  return isTailType(input.type) ? toField({ ...input, type: "bytes32" }) : toField(input)
}

function readStatic(fields: EventField[], data: string, args: Record<string, unknown>) {
  for (let i = 0; i < fields.length; i++) {
    const { name, read } = fields[i] as EventField
    const value = read?.(getWord(data, i)) ?? null
    if (value === null) return null
    args[name] = value
  }
  return args
}

/** Strings and bytes must follow the head in order, as the compiler encodes them. */
function readDynamic(fields: EventField[], data: string, args: Record<string, unknown>) {
  let position = fields.length
  for (let i = 0; i < fields.length; i++) {
    const { name, read, tail } = fields[i] as EventField
    const word = getWord(data, i)
    if (!tail) {
      args[name] = read?.(word) ?? null
      if (args[name] === null) return null
      continue
    }
    if (readUint(word) !== BigInt(position * 32)) return null
    const value = tail(data, position)
    if (!value) return null
    args[name] = value.text
    position += value.words
  }
  return countWords(data) === position ? args : null
}
