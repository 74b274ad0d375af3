import type { AddressBook } from "@/lib/chain/deployment"
import { readAddress } from "@/lib/events/abi-words"
import type { Header, RawLog } from "@/lib/events/logs"
import { ApiError } from "@/lib/http/errors"
import { type DecodedLogs, decodeLogs, findCreatedTokens } from "./decode"
import { readEventState } from "./event-state"
import { gather } from "./gather"
import { listMarketContracts, readCreationDetails, readOrders } from "./market-contracts"
import { findCreationTransaction, type Receipt, readHeaders } from "./node"
import { findRowOffsets } from "./row-offsets"
import { type Rpc, RpcError } from "./rpc"
import { confirmTokens, createSourceLookup, markForeign } from "./token-contracts"

/** A transaction in a block of the chain. */
export type MinedTransaction = { receipt: Receipt; header: Header }

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

/** Receipts also contain logs of other contracts. */
const filterPlatformLogs = (
  logs: readonly RawLog[],
  sourceOf: ReturnType<typeof createSourceLookup>,
) => logs.filter(({ address }) => sourceOf(address) !== undefined)
