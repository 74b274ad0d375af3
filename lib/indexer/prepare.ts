import { zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { createdTokens, type Decoded, decode } from "./decode"
import type { Header, RawLog } from "./logs"
import { marketContracts, readDetails, readOrders, readSenders } from "./markets"
import { headersOf, inOrder, type Stretch, stretch } from "./node"
import type { Source } from "./on"
import { type Rpc, RpcError } from "./rpc"

/** The chain is not the one the index stands on any more. */
export class Forked extends Error {
  override name = "Forked"
}

/** A range of blocks, read and decoded, ready to be stored. */
export type Prepared = {
  from: number
  to: number
  decoded: Decoded
  headers: Header[]
  last: Header
  /** Contracts called by the blocks' transactions; null when they were not looked at. */
  called: Set<string> | null
  logCount: number
}

export type Request = {
  from: number
  to: number
  /** Hash of the block before `from`, when it is known. */
  parentHash: string | undefined
  /** Read every header of the range. */
  every: boolean
  /** Read what its transactions call; with `every` only. */
  calls: boolean
}

/**
 * Reads a range and decodes it. Tokens created in it are added to `tokens`, and their logs read too.
 * Null when the node does not have the whole range yet.
 */
export async function prepare(
  rpc: Rpc,
  { from, to, parentHash, every, calls }: Request,
  { book, tokens }: { book: AddressBook; tokens: Set<string> },
): Promise<Prepared | null> {
  const emitters = [book.factory, book.usdb, book.taxes, ...marketContracts(book), ...tokens]
  const found = await stretch(rpc, { from, to, every, calls }, emitters)
  if (!found) return null
  const [first, last] = [found.headers[0], found.headers.at(-1)]
  if (!first || !last) throw new RpcError("The node answered no headers")
  if (parentHash && first.parentHash !== parentHash) throw new Forked(`At block ${from}`)
  if (!isConsistent(found, every)) return null

  const sourceOf = sourcesOf(book, (address) => tokens.has(address))
  const created = createdTokens(found.logs, sourceOf)
  const logs = await withLogsOf(
    rpc,
    created.flatMap(({ token }) => (tokens.has(token) ? [] : [token])),
    { found, last },
  )
  if (!logs) return null
  const details = await readDetails(rpc, created, book)
  for (const token of details.keys()) tokens.add(token)
  const decoded = decode(logs, {
    chainId: book.chainId,
    mainToken: book.mainToken,
    sourceOf,
    timeOf: await timesOf(rpc, logs, found.headers),
    details: (token) => details.get(token),
    order: await readOrders(rpc, logs, book),
    senderOf: await readSenders(rpc, logs),
  })
  const called = calls ? found.called : null
  return { from, to, decoded, headers: found.headers, last, called, logCount: logs.length }
}

/** Headers that follow each other, and logs of these very blocks. */
function isConsistent({ headers, logs }: Stretch, every: boolean) {
  const hashes = new Map(headers.map(({ number, hash }) => [number, hash]))
  const follows = (header: Header, i: number) =>
    i === 0 || header.parentHash === headers[i - 1]?.hash
  if (every && !headers.every(follows)) return false
  return logs.every(({ blockNumber, blockHash }) => {
    const expected = hashes.get(+blockNumber)
    return expected ? expected === blockHash : !every
  })
}

type Range = { found: Stretch; last: Header }

/** Adds the logs of tokens created in the range; null when the chain changed in between. */
async function withLogsOf(rpc: Rpc, tokens: string[], { found, last }: Range) {
  if (tokens.length === 0) return found.logs
  const from = found.headers[0]?.number ?? last.number
  const more = await stretch(rpc, { from, to: last.number }, tokens)
  if (more?.headers.at(-1)?.hash !== last.hash) return null
  return inOrder([...found.logs, ...more.logs])
}

/** Which source an emitter is; undefined for a contract that is none of ours. */
export function sourcesOf(book: AddressBook, isToken: (address: string) => boolean) {
  const fixed = new Map<string, Source>([
    [book.marketTrading, "publicMarket"],
    [book.privateMarket, "privateMarket"],
    [book.resolver, "resolver"],
    [book.taxes, "taxes"],
    [book.factory, "factory"],
    [book.usdb, "usdb"],
    [book.mainToken, "token"],
  ])
  // Stands for what is not deployed.
  fixed.delete(zeroAddress)
  return (address: string): Source | undefined =>
    fixed.get(address) ?? (isToken(address) ? "token" : undefined)
}

/** Block times, from the logs themselves where the node gives them. */
async function timesOf(rpc: Rpc, logs: readonly RawLog[], known: readonly Header[]) {
  const times = new Map(known.map(({ number, time }) => [number, time]))
  const missing = new Set<number>()
  for (const { blockTimestamp, blockNumber } of logs) {
    if (!blockTimestamp && !times.has(+blockNumber)) missing.add(+blockNumber)
  }
  for (const { number, time } of await headersOf(rpc, [...missing])) times.set(number, time)
  return ({ blockTimestamp, blockNumber }: RawLog) => {
    const time = blockTimestamp ? +blockTimestamp : times.get(+blockNumber)
    if (time === undefined) throw new RpcError(`The node lacks block ${+blockNumber}`)
    return time
  }
}
