import { gather } from "@/lib/async/coalesce"
import type { AddressBook } from "@/lib/chain/deployment"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { readAddress } from "@/lib/events/abi-words"
import type { LogReadings } from "@/lib/events/declare-event"
import type { Header, RawLog } from "@/lib/events/logs"
import { ApiError } from "@/lib/http/errors"
import { signals } from "@/lib/telemetry/signals"
import { type DecodedLogs, decodeLogs, findCreatedTokens, topics } from "./decode"
import { readBlockLogs } from "./large-block"
import { readLoanLogs } from "./loan-contracts"
import { listMarketContracts, readCreationDetails, readOrders } from "./market-contracts"
import {
  findCreationTransaction,
  findHeader,
  type Receipt,
  readHeaders,
  readReceiptsAndHead,
} from "./node"
import { readRoundLogs } from "./round-contracts"
import { type Rpc, RpcError } from "./rpc"
import { lacksLogs } from "./rpc-calls"
import { confirmTokens, createSourceLookup, markForeign } from "./token-contracts"

/** A transaction in a block of the chain. */
export type MinedTransaction = { receipt: Receipt; header: Header }

/** Receipts of one request. */
const MAX_RECEIPTS = 25

type ReceiptAndHead = { receipt: Receipt | null; head: Header | null }

type ReceiptCall = {
  hash: string
  withHead: boolean
  resolve: (result: ReceiptAndHead | Promise<ReceiptAndHead>) => void
}

/** The requests of this turn of the event loop. */
const receiptCalls = new WeakMap<Rpc, ReceiptCall[]>()

/**
 * A receipt; `withHead` with the newest header of the same request: a new transaction is mostly in that block. Callers
 * that come at once share a request.
 */
export function readReceipt(
  rpc: Rpc,
  hash: string,
  { withHead }: { withHead: boolean },
): Promise<ReceiptAndHead> {
  return new Promise((resolve) => {
    const others = receiptCalls.get(rpc)
    if (others) return others.push({ hash, withHead, resolve })
    receiptCalls.set(rpc, [{ hash, withHead, resolve }])
    setImmediate(() => {
      const all = receiptCalls.get(rpc) ?? []
      receiptCalls.delete(rpc)
      for (let i = 0; i < all.length; i += MAX_RECEIPTS)
        readPart(rpc, all.slice(i, i + MAX_RECEIPTS))
    })
  })
}

async function readPart(rpc: Rpc, part: readonly ReceiptCall[]) {
  const reading = readReceiptsAndHead(
    rpc,
    part.map(({ hash }) => hash),
    part.some(({ withHead }) => withHead),
  )
  const receipts = await reading.catch(() => null)
  for (const [i, { hash, resolve }] of part.entries()) {
    const receipt = receipts?.[i]
    // One of many receipts may have failed, or be too large together with the others.
    if (receipt && !(receipt instanceof RpcError)) resolve(receipt)
    else resolve(part.length === 1 ? reading.then(([only]) => unwrap(only)) : readAlone(rpc, hash))
  }
}

const readAlone = async (rpc: Rpc, hash: string) =>
  unwrap((await readReceiptsAndHead(rpc, [hash], false))[0])

function unwrap(result: ReceiptAndHead | RpcError | undefined): ReceiptAndHead {
  if (!result) throw new RpcError("The node left a receipt unanswered")
  if (result instanceof RpcError) throw result
  return result
}

/** Null while the chain has no such transaction. */
export async function findMinedTransaction(
  rpc: Rpc,
  hash: string,
): Promise<MinedTransaction | null> {
  const receipt = await rpc.call("eth_getTransactionReceipt", [hash])
  return receipt ? attachHeader(rpc, receipt as Receipt) : null
}

/** Adds the block's header to a receipt; `head` is the newest header if it was read together with the receipt. */
export async function attachHeader(
  rpc: Rpc,
  receipt: Receipt,
  head?: Header | null,
): Promise<MinedTransaction> {
  if (receipt.status !== "0x1") throw new ApiError("TX_FAILED", "The transaction was reverted")
  const number = +receipt.blockNumber
  const header = head?.number === number ? head : await readHeader(rpc, number)
  // The block was replaced, or this node is behind the one that returned the receipt.
  if (header?.hash !== receipt.blockHash)
    throw new RpcError("The receipt's block is not the chain's")
  if (lacksLogs(receipt.logsBloom, receipt.logs)) {
    signals.emit("incomplete")
    throw new RpcError("The node's receipt lacks logs")
  }
  return { receipt, header }
}

const headerReaders = new WeakMap<Rpc, (number: number) => Promise<Map<number, Header>>>()

/** A header, in one request with those that others read at the same time; undefined while the node lacks the block. */
async function readHeader(rpc: Rpc, number: number): Promise<Header | undefined> {
  let read = headerReaders.get(rpc)
  if (!read) {
    read = gather(async (numbers: readonly number[]) => {
      const headers = await readHeaders(rpc, [...new Set(numbers)])
      return new Map(headers.map((header) => [header.number, header]))
    })
    headerReaders.set(rpc, read)
  }
  return (await read(number)).get(number)
}

/** Markets named in logs of the market contracts: the second topic of each. */
export function findNamedMarkets(logs: readonly RawLog[], book: AddressBook): string[] {
  const contracts = listMarketContracts(book)
  return logs.flatMap(({ address, topics }) => {
    const market = contracts.includes(address) && readAddress(topics[1]?.slice(2) ?? "")
    return market ? [market] : []
  })
}

/** Creation transactions of the contracts that the factory confirms as tokens. */
export async function findCreations(
  rpc: Rpc,
  contracts: readonly string[],
  book: AddressBook,
): Promise<{ token: string; hash: string }[]> {
  const announcers = [book.factory, ...listMarketContracts(book)]
  const creations: { token: string; hash: string }[] = []
  for (const token of await confirmTokens(rpc, book.factory, contracts)) {
    const hash = await findCreationTransaction(rpc, announcers, token)
    if (hash) creations.push({ token, hash })
    // A token created without an announcement is not listed, whatever the factory says.
    else markForeign(token)
  }
  return creations
}

type TokenLookup = { book: AddressBook; isListed: (token: string) => boolean }

/** Decodes whole transactions together, because a token that one creates may appear in all. */
export async function decodeTransactions(
  rpc: Rpc,
  all: readonly MinedTransaction[],
  { book, isListed }: TokenLookup,
): Promise<DecodedLogs[]> {
  const logs = all.flatMap(({ receipt }) => receipt.logs)
  const created = findCreatedTokens(logs, createSourceLookup(book, isListed))
  const details = await readCreationDetails(rpc, created, book)
  const isKnown = (token: string) => isListed(token) || details.has(token)
  const sourceOf = createSourceLookup(book, isKnown)
  // Other events of an order may never be reported, so its unsold amount is read from the contract.
  const order = await readOrders(rpc, logs, book, { left: true })
  const readingsOf = await readEventState(rpc, logs, book)
  const placeOf = await findRowOffsets(rpc, filterPlatformLogs(logs, sourceOf))
  return all.map(({ receipt, header }) =>
    decodeLogs(
      receipt.logs,
      {
        ...{ chainId: book.chainId, mainToken: book.mainToken, sourceOf, order, offsetOf: placeOf },
        ...{ isListed: isKnown, details: (token) => details.get(token) },
        readingsOf,
        ...{ timeOf: () => header.time, senderOf: () => receipt.from.toLowerCase() },
      },
      { answers: true },
    ),
  )
}

/**
 * Reads the contracts' state as of the logs' blocks, where events contain only a part of it. Takes the logs of whole
 * transactions.
 */
export async function readEventState(
  rpc: Rpc,
  logs: readonly RawLog[],
  book: AddressBook,
): Promise<(log: RawLog) => LogReadings> {
  const [ofLoans, ofRounds] = await Promise.all([
    readLoanLogs(rpc, logs, book),
    readRoundLogs(rpc, logs, book),
  ])
  return (log) => ({ ...ofLoans(log), ...ofRounds(log) })
}

/** Receipts also contain logs of other contracts. */
const filterPlatformLogs = (
  logs: readonly RawLog[],
  sourceOf: ReturnType<typeof createSourceLookup>,
) => logs.filter(({ address }) => sourceOf(address) !== undefined)

const exceedsRowIds = (log: RawLog) => +log.logIndex >= ROWS_PER_BLOCK

/**
 * Offset of each log's row id from the first of its block: the log index, while ids have room for it. Logs with higher
 * indexes take free offsets from the top of the block downwards, in chain order. Taken are the offsets of all logs of
 * the block with known topics, of any emitter, so that the follower and a sync of one transaction assign the same ids.
 */
export async function findRowOffsets(
  rpc: Rpc,
  logs: readonly RawLog[],
): Promise<(log: RawLog) => number> {
  const blocks = new Set(logs.filter(exceedsRowIds).map(({ blockNumber }) => +blockNumber))
  if (blocks.size === 0) return ({ logIndex }) => +logIndex
  const places = new Map<string, number>()
  for (const block of blocks) {
    const header = await findHeader(rpc, block)
    if (!header) throw new RpcError(`The node lacks block ${block}`)
    const all = await readBlockLogs(rpc, header, { emitters: null, topics })
    for (const [key, place] of assignFreeOffsets(all)) places.set(key, place)
  }
  return (log) => {
    if (!exceedsRowIds(log)) return +log.logIndex
    const place = places.get(toLogKey(log))
    if (place === undefined) throw new RpcError("The node's logs of a block are not complete")
    return place
  }
}

const toLogKey = ({ blockHash, logIndex }: RawLog) => `${blockHash}:${+logIndex}`

/** Offsets of the logs without room, given all logs of a block in chain order. */
export function assignFreeOffsets(logs: readonly RawLog[]): Map<string, number> {
  const taken = new Set(logs.filter((log) => !exceedsRowIds(log)).map(({ logIndex }) => +logIndex))
  const places = new Map<string, number>()
  let next = ROWS_PER_BLOCK
  for (const log of logs.filter(exceedsRowIds)) {
    do next--
    while (taken.has(next))
    places.set(toLogKey(log), next)
  }
  return places
}
