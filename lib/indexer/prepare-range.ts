import { zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { env, isLocalChain } from "@/lib/env"
import type { Header, RawLog } from "@/lib/events/logs"
import { inSpan } from "@/lib/telemetry/signals"
import { assertComplete } from "./complete-logs"
import {
  creationTopics,
  type DecodedLogs,
  decodeLogs,
  findCreatedTokens,
  findSpecialLogs,
  topics,
} from "./decode"
import { ReorgError } from "./errors"
import { listLoanContracts } from "./loan-contracts"
import {
  listMarketContracts,
  readCreationDetails,
  readOrders,
  readSenders,
} from "./market-contracts"
import {
  decodeTransactions,
  findCreations,
  findMinedTransaction,
  findNamedMarkets,
  findRowOffsets,
  type MinedTransaction,
  readEventState,
} from "./mined-transactions"
import { type FetchedRange, fetchRange, readHeaders } from "./node"
import { listRoundContracts } from "./round-contracts"
import { type Rpc, RpcError } from "./rpc"
import { type LogFilter, sortLogs, type TransactionCall } from "./rpc-calls"
import { createSourceLookup, markForeign } from "./token-contracts"

type Registries = Pick<AddressBook, "chainId" | "identityRegistry" | "reputationRegistry">

/**
 * The registries of agents that belong to the platform: those of a local chain. Elsewhere other platforms share them,
 * and only reported transactions are read.
 */
const listOwnRegistries = ({ chainId, identityRegistry, reputationRegistry }: Registries) =>
  env().LOCAL_CHAIN || isLocalChain(chainId)
    ? [identityRegistry, reputationRegistry].filter((address) => address !== zeroAddress)
    : []

/** A range of blocks, read and decoded, ready to be stored. */
export type PreparedRange = {
  from: number
  to: number
  decoded: DecodedLogs
  /** Earlier transactions that created markets named in the range. */
  earlier: DecodedLogs[]
  headers: Header[]
  last: Header
  /** Calls of the blocks' transactions; null if not read. */
  calls: TransactionCall[] | null
  logCount: number
}

export type PrepareOptions = {
  from: number
  to: number
  /** Hash of the block before `from`, if known. */
  parentHash: string | undefined
  /** Read every header of the range. */
  everyHeader: boolean
  /** Read the calls of its transactions; only with `everyHeader`. */
  withCalls: boolean
  /** Read only creations of tokens: the range is before the start block. */
  creationsOnly: boolean
  /** From this block on, compare the logs with the blocks' receipts; only with `everyHeader`. */
  receiptsFrom: number
  /** Keep the log of each row. */
  withLogs: boolean
}

type KnownTokens = { book: AddressBook; tokens: Set<string> }

/** The span of work on a range. */
export const rangeSpan =
  (name: string, { from, to }: { from: number; to: number }) =>
  () => ({
    name,
    attributes: { "atoll.block.from": from, "atoll.block.to": to },
  })

/**
 * Reads and decodes a range. Adds tokens created in it, and older markets that are not listed yet, to `tokens` and
 * reads their logs. Null when the node does not have the whole range yet.
 */
export const prepareRange = (
  rpc: Rpc,
  request: PrepareOptions,
  tokensKnown: KnownTokens,
): Promise<PreparedRange | null> =>
  inSpan(rangeSpan("read blocks", request), () => readRange(rpc, request, tokensKnown))

async function readRange(
  rpc: Rpc,
  request: PrepareOptions,
  tokensKnown: KnownTokens,
): Promise<PreparedRange | null> {
  const { from, to, parentHash, everyHeader } = request
  const { book, tokens } = tokensKnown
  const filter = buildLogFilter(request, tokensKnown)
  const range = await fetchRange(rpc, request, filter)
  if (!range) return null
  const [first, last] = [range.headers[0], range.headers.at(-1)]
  if (!first || !last) throw new RpcError("The node answered no headers")
  if (parentHash && first.parentHash !== parentHash) throw new ReorgError(`At block ${from}`)
  if (!isConsistent(range, everyHeader)) return null

  const created = findCreatedTokens(
    findSpecialLogs(range.logs),
    createSourceLookup(book, (address) => tokens.has(address)),
  )
  const details = await readCreationDetails(rpc, created, book)
  const earlier = await readEarlierCreations(rpc, findSpecialLogs(range.logs), {
    ...tokensKnown,
    from,
    details,
  })
  const fresh = [...details.keys(), ...earlier.tokens].filter((token) => !tokens.has(token))
  const logs = request.creationsOnly
    ? range.logs
    : await addLogsOfTokens(rpc, fresh, { range, last })
  if (!logs) return null
  const emitters = [...(filter.emitters ?? []), ...(request.creationsOnly ? [] : fresh)]
  await assertComplete(rpc, {
    headers: range.headers.filter(({ number }) => number >= request.receiptsFrom),
    ...{ logs, filter: { emitters, topics: filter.topics } },
  })
  for (const token of fresh) tokens.add(token)
  const isListed = (address: string) => tokens.has(address)
  const special = findSpecialLogs(logs)
  const decoded = decodeLogs(
    logs,
    {
      ...{ chainId: book.chainId, mainToken: book.mainToken, isListed },
      sourceOf: createSourceLookup(book, isListed),
      timeOf: await createTimeLookup(rpc, logs, range.headers),
      offsetOf: await findRowOffsets(rpc, logs),
      details: (token) => details.get(token),
      order: await readOrders(rpc, special, book),
      senderOf: await readSenders(rpc, special),
      readingsOf: await readEventState(rpc, special, book),
    },
    request,
  )
  const { headers } = range
  const calls = request.withCalls ? range.calls : null
  return {
    from,
    to,
    decoded,
    earlier: earlier.decoded,
    headers,
    last,
    calls,
    logCount: logs.length,
  }
}

function buildLogFilter(
  { creationsOnly }: PrepareOptions,
  { book, tokens }: KnownTokens,
): LogFilter {
  const announcers = [book.factory, ...listMarketContracts(book)]
  if (creationsOnly) return { emitters: announcers, topics: creationTopics }
  const others = [book.usdb, book.taxes, ...listLoanContracts(book), ...listRoundContracts(book)]
  return { emitters: [...announcers, ...others, ...listOwnRegistries(book), ...tokens], topics }
}

type EarlierScope = KnownTokens & { from: number; details: ReadonlyMap<string, unknown> }

/**
 * Finds the creations of markets that these logs name but the index lacks. Logs of a market without a readable
 * creation are stored as unreadable.
 */
async function readEarlierCreations(
  rpc: Rpc,
  logs: readonly RawLog[],
  { book, ...scope }: EarlierScope,
) {
  const { from, details, tokens } = scope
  const named = new Set(findNamedMarkets(logs, book))
  const unlisted = [...named].filter((market) => !tokens.has(market) && !details.has(market))
  if (unlisted.length === 0) return { decoded: [], tokens: [] }
  const all: MinedTransaction[] = []
  for (const { hash } of await findCreations(rpc, unlisted, book)) {
    const mined = await findMinedTransaction(rpc, hash)
    if (!mined) throw new RpcError("The node lacks a market's creation")
    // The range contains later ones.
    if (mined.header.number < from) all.push(mined)
  }
  const isListed = (token: string) => tokens.has(token)
  const decoded = await decodeTransactions(rpc, all, { book, isListed })
  const listed = decoded.flatMap(({ eventRows }) =>
    eventRows.tokenCreation.map(({ token }) => token),
  )
  for (const market of unlisted) if (!listed.includes(market)) markForeign(market)
  return { decoded, tokens: listed }
}

/** Whether the headers follow each other and the logs belong to these blocks. */
function isConsistent({ headers, logs }: FetchedRange, every: boolean) {
  const hashes = new Map(headers.map(({ number, hash }) => [number, hash]))
  const follows = (header: Header, i: number) =>
    i === 0 || header.parentHash === headers[i - 1]?.hash
  if (every && !headers.every(follows)) return false
  let checked: RawLog | undefined
  return logs.every((log) => {
    const { blockNumber, blockHash } = log
    if (blockHash === checked?.blockHash && blockNumber === checked.blockNumber) return true
    checked = log
    const expected = hashes.get(+blockNumber)
    return expected ? expected === blockHash : !every
  })
}

type PartialRange = { range: FetchedRange; last: Header }

/** Adds the logs of tokens created in the range; null when the chain changed meanwhile. */
async function addLogsOfTokens(rpc: Rpc, tokens: string[], { range, last }: PartialRange) {
  if (tokens.length === 0) return range.logs
  const from = range.headers[0]?.number ?? last.number
  const more = await fetchRange(rpc, { from, to: last.number }, { emitters: tokens, topics })
  if (more?.headers.at(-1)?.hash !== last.hash) return null
  return sortLogs([...range.logs, ...more.logs])
}

/** Block times, from the logs if the node returns them. */
async function createTimeLookup(rpc: Rpc, logs: readonly RawLog[], headers: readonly Header[]) {
  const times = new Map(headers.map(({ number, time }) => [number, time]))
  const missing = new Set<number>()
  for (const { blockTimestamp, blockNumber } of logs) {
    if (!blockTimestamp && !times.has(+blockNumber)) missing.add(+blockNumber)
  }
  for (const { number, time } of await readHeaders(rpc, [...missing])) times.set(number, time)
  return ({ blockTimestamp, blockNumber }: RawLog) => {
    const time = blockTimestamp ? +blockTimestamp : times.get(+blockNumber)
    if (time === undefined) throw new RpcError(`The node lacks block ${+blockNumber}`)
    return time
  }
}
