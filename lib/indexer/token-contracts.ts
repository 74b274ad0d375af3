import { zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import type { Source } from "./declare-event"
import { tokenTopics } from "./decode"
import type { RawLog } from "./logs"
import { filterEcosystemTokens } from "./node"
import type { Rpc } from "./rpc"

/** More unknown contracts in one transaction are left to the follower. */
const MAX_CANDIDATES = 256
const MAX_FOREIGN = 10_000
const FOREIGN_TTL_MS = 60_000

/** Contracts that are no tokens of ours, and until when that is believed: their nonce may be used yet. */
const foreignUntil = new Map<string, number>()

/** Contracts that might be tokens, by what they emit. */
export function findTokenCandidates(logs: readonly RawLog[], { usdb }: AddressBook): Set<string> {
  const emitters = new Set<string>()
  for (const { address, topics } of logs) {
    if (tokenTopics.has(topics[0] ?? "") && address !== usdb) emitters.add(address)
  }
  return emitters
}

/**
 * Those of the contracts that the factory confirms. A foreign contract costs one question a minute, and
 * a transaction a limited number of them.
 */
export async function confirmTokens(
  rpc: Rpc,
  factory: string,
  addresses: readonly string[],
): Promise<string[]> {
  const unknown = addresses.filter((address) => !isForeign(address)).slice(0, MAX_CANDIDATES)
  const tokens = await filterEcosystemTokens(rpc, factory, unknown)
  for (const address of unknown) if (!tokens.includes(address)) markForeign(address)
  return tokens
}

function isForeign(address: string) {
  return (foreignUntil.get(address) ?? 0) > Date.now()
}

/** Believed to be no token of ours for a while. */
export function markForeign(address: string): void {
  // The map keeps the order of insertion: the oldest entry goes first.
  if (foreignUntil.size >= MAX_FOREIGN) foreignUntil.delete(foreignUntil.keys().next().value ?? "")
  foreignUntil.delete(address)
  foreignUntil.set(address, Date.now() + FOREIGN_TTL_MS)
}

/** Which source an emitter is; undefined for a contract that is none of ours. */
export function createSourceLookup(book: AddressBook, isToken: (address: string) => boolean) {
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
