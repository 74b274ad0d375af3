import { zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import type { Source } from "@/lib/events/declare-event"
import type { RawLog } from "@/lib/events/logs"
import { cleanLine } from "@/lib/http/wire"
import { tokenTopics } from "./decode"
import { filterEcosystemTokens, findHeader, readMainToken } from "./node"
import type { MainToken } from "./projections/tokens"
import { type Rpc, RpcError } from "./rpc"

/** Unknown contracts checked for one transaction; the follower checks the others. */
const MAX_CANDIDATES = 256
const MAX_FOREIGN = 10_000
const FOREIGN_TTL_MS = 60_000

/** Contracts that are not platform tokens, with an expiry: the factory may still deploy to such an address. */
const foreignUntil = new Map<string, number>()

/** Contracts that emit events of tokens. */
export function findTokenCandidates(
  logs: readonly RawLog[],
  { usdb, staking, identityRegistry }: AddressBook,
): Set<string> {
  const emitters = new Set<string>()
  for (const { address, topics } of logs) {
    if (address === usdb || address === staking || address === identityRegistry) continue
    if (tokenTopics.has(topics[0] ?? "")) emitters.add(address)
  }
  return emitters
}

/**
 * The contracts that the factory confirms. A foreign contract costs one call a minute, and a transaction a limited
 * number of calls.
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

/** Treats a contract as foreign for FOREIGN_TTL_MS. */
export function markForeign(address: string): void {
  // The map keeps the order of insertion: the oldest entry goes first.
  if (foreignUntil.size >= MAX_FOREIGN) foreignUntil.delete(foreignUntil.keys().next().value ?? "")
  foreignUntil.delete(address)
  foreignUntil.set(address, Date.now() + FOREIGN_TTL_MS)
}

/** The source of an emitter; undefined for a foreign contract. */
export function createSourceLookup(book: AddressBook, isToken: (address: string) => boolean) {
  const fixed = new Map<string, Source>([
    [book.marketTrading, "publicMarket"],
    [book.privateMarket, "privateMarket"],
    [book.resolver, "resolver"],
    [book.taxes, "taxes"],
    [book.factory, "factory"],
    [book.usdb, "usdb"],
    [book.mainToken, "mainToken"],
    [book.loanHub, "loanHub"],
    [book.staking, "vault"],
    [book.vesting, "vesting"],
    [book.identityRegistry, "identity"],
    [book.reputationRegistry, "reputation"],
    ...Object.values(book.upDown).map((contract) => [contract, "upDown"] as const),
  ])
  // The address of contracts that are not deployed.
  fixed.delete(zeroAddress)
  return (address: string): Source | undefined =>
    fixed.get(address) ?? (isToken(address) ? "token" : undefined)
}

/** Reads the main token from the chain: no factory announces it. */
export async function fetchMainToken(rpc: Rpc, book: AddressBook): Promise<MainToken> {
  const { name, symbol, ...main } = await readMainToken(rpc, book.mainToken)
  const created = await findHeader(rpc, main.block)
  if (!created) throw new RpcError("The node lacks the main token's block")
  return {
    ...main,
    address: book.mainToken,
    name: cleanLine(name),
    symbol: cleanLine(symbol),
    time: created.time,
  }
}
