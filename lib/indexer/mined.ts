import { ApiError } from "@/lib/api/errors"
import type { AddressBook } from "@/lib/chain/deployment"
import { createdTokens, type Decoded, decode } from "./decode"
import { confirmTokens, rememberForeign, sourcesOf } from "./emitters"
import type { Header, RawLog } from "./logs"
import { marketContracts, readDetails, readOrders } from "./markets"
import { creationTransaction, headerAt, type Receipt } from "./node"
import { placesOf } from "./overflow"
import { type Rpc, RpcError } from "./rpc"
import { asAddress } from "./words"

/** A transaction in a block of the chain. */
export type Mined = { receipt: Receipt; header: Header }

/** Null while the chain has no such transaction. */
export async function findMined(rpc: Rpc, hash: string): Promise<Mined | null> {
  const receipt = await rpc.call("eth_getTransactionReceipt", [hash])
  return receipt ? placeMined(rpc, receipt as Receipt) : null
}

/** The receipt with its block's header; `head` is the newest header, when it was asked with the receipt. */
export async function placeMined(rpc: Rpc, receipt: Receipt, head?: Header | null): Promise<Mined> {
  if (receipt.status !== "0x1") throw new ApiError("TX_FAILED", "The transaction was reverted")
  const number = +receipt.blockNumber
  const header = head?.number === number ? head : await headerAt(rpc, number)
  // Between two blocks of one height, or a node behind the one that gave the receipt.
  if (header?.hash !== receipt.blockHash)
    throw new RpcError("The receipt's block is not the chain's")
  return { receipt, header }
}

/** The markets that logs of the market contracts are about: the second topic of each. */
export function namedMarkets(logs: readonly RawLog[], book: AddressBook): string[] {
  const contracts = marketContracts(book)
  return logs.flatMap(({ address, topics }) => {
    const market = contracts.includes(address) && asAddress(topics[1]?.slice(2) ?? "")
    return market ? [market] : []
  })
}

/** The transactions that announced those of the contracts which the factory confirms. */
export async function findCreations(
  rpc: Rpc,
  contracts: readonly string[],
  book: AddressBook,
): Promise<{ token: string; hash: string }[]> {
  const announcers = [book.factory, ...marketContracts(book)]
  const found: { token: string; hash: string }[] = []
  for (const token of await confirmTokens(rpc, book.factory, contracts)) {
    const hash = await creationTransaction(rpc, announcers, token)
    if (hash) found.push({ token, hash })
    // Created without an announcement: not listed, whatever the factory says.
    else rememberForeign(token)
  }
  return found
}

type Known = { book: AddressBook; isListed: (token: string) => boolean }

/** Decodes whole transactions together: tokens that one creates count in all. */
export async function decodeMined(
  rpc: Rpc,
  all: readonly Mined[],
  { book, isListed }: Known,
): Promise<Decoded[]> {
  const logs = all.flatMap(({ receipt }) => receipt.logs)
  const created = createdTokens(logs, sourcesOf(book, isListed))
  const details = await readDetails(rpc, created, book)
  const isKnown = (token: string) => isListed(token) || details.has(token)
  const sourceOf = sourcesOf(book, isKnown)
  // Other events of an order may never be reported: the contract knows what is left of it.
  const order = await readOrders(rpc, logs, book, { left: true })
  const placeOf = await placesOf(rpc, ours(logs, sourceOf))
  return all.map(({ receipt, header }) =>
    decode(
      receipt.logs,
      {
        ...{ chainId: book.chainId, mainToken: book.mainToken, sourceOf, order, placeOf },
        ...{ isListed: isKnown, details: (token) => details.get(token) },
        ...{ timeOf: () => header.time, senderOf: () => receipt.from.toLowerCase() },
      },
      { answers: true },
    ),
  )
}

/** Receipts have logs of strangers too. */
const ours = (logs: readonly RawLog[], sourceOf: ReturnType<typeof sourcesOf>) =>
  logs.filter(({ address }) => sourceOf(address) !== undefined)
