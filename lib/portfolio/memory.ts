import { kept } from "@/lib/api/kept"
import type { Change } from "./changes"
import type { Anchor } from "./moves"

/** Shorter histories are read as quickly as they are remembered. */
const MIN_CHANGES = 500

/** Of all wallets together: some 100 MB. */
const MAX_CHANGES = 400_000

/** The beginning of a wallet's history, true while its anchor stands; null when it is too long to follow. */
export type Memory = { changes: readonly Change[] | null; anchor: Anchor }

const memories = () => kept("portfolio-histories", () => new Map<string, Memory>())

export function recall(wallet: string): Memory | undefined {
  return memories().get(wallet)
}

export function forget(wallet: string): void {
  memories().delete(wallet)
}

/** Keeps what can no longer change while the anchor stands; whoever was not asked for longest makes room. */
export function remember(wallet: string, { changes, anchor }: Memory): void {
  forget(wallet)
  const settled = changes && settledPart(changes, anchor)
  if (settled && settled.length < MIN_CHANGES) return
  memories().set(wallet, { changes: settled, anchor })
  let total = 0
  for (const [each, { changes: theirs }] of [...memories()].reverse()) {
    total += theirs?.length ?? 1
    if (total > MAX_CHANGES) forget(each)
  }
}

/**
 * Prices are read from candles of one minute: those of the anchor's minute may still move, as whatever
 * comes after the anchor is not older than it.
 */
function settledPart(changes: readonly Change[], { id, time }: Anchor) {
  const minute = time - (time % 60)
  const end = changes.findLastIndex((each) => each.time < minute && BigInt(each.id) <= BigInt(id))
  return changes.slice(0, end + 1)
}
