import type { AddressBook } from "@/lib/chain/deployment"
import { createdTokens, tokenTopics } from "./decode"
import type { RawLog } from "./logs"
import { ecosystemTokens } from "./node"
import type { Rpc } from "./rpc"

/** More unknown contracts in one transaction are left to the follower. */
const MAX_CHECKED = 256
const MAX_REMEMBERED = 10_000
const REMEMBERED_MS = 60_000

/** Contracts that are no tokens of ours, and until when that is believed: their nonce may be used yet. */
const foreign = new Map<string, number>()

/** Answers which of the addresses are listed. */
export type Listed = (among: Iterable<string>) => Promise<string[]>

/**
 * Which contracts in these logs are tokens: listed ones, ones created here, and those the factory
 * confirms, which have yet to be listed. A foreign contract costs one question a minute.
 */
export async function sortEmitters(
  rpc: Rpc,
  { logs, book, listed }: { logs: readonly RawLog[]; book: AddressBook; listed: Listed },
): Promise<{ tokens: Set<string>; unlisted: string[] }> {
  const created = createdTokens(logs, book.factory)
  const emitters = new Set<string>()
  for (const { address, topics } of logs) {
    if (tokenTopics.has(topics[0] ?? "") && address !== book.usdb) emitters.add(address)
  }
  const tokens = new Set([...created, ...(await listed(emitters))])
  const unknown = [...emitters].filter((address) => !tokens.has(address) && !isForeign(address))
  const unlisted = await ecosystemTokens(rpc, book.factory, unknown.slice(0, MAX_CHECKED))
  for (const address of unlisted) tokens.add(address)
  for (const address of unknown.slice(0, MAX_CHECKED)) {
    if (!tokens.has(address)) rememberForeign(address)
  }
  return { tokens, unlisted }
}

function isForeign(address: string) {
  return (foreign.get(address) ?? 0) > Date.now()
}

/** Believed to be no token of ours for a while. */
export function rememberForeign(address: string): void {
  // The map keeps the order of insertion: the oldest entry goes first.
  if (foreign.size >= MAX_REMEMBERED) foreign.delete(foreign.keys().next().value ?? "")
  foreign.delete(address)
  foreign.set(address, Date.now() + REMEMBERED_MS)
}
