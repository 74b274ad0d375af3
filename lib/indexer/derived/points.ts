import type { ClientBase } from "pg"
import type { Facts } from "@/lib/indexer/facts"
import { exclusively } from "@/lib/indexer/ingest"
import { computeDue } from "@/lib/profiles/points/compute"
import { isFill, markEarnings } from "@/lib/profiles/points/due"
import { noteRanks } from "@/lib/profiles/points/ranks"

/** The pause after everything was computed. */
const EVERY_MS = 3_000

/** Marks whoever may have earned points by these rows, or have lost them with them. */
export function markEarned(
  client: ClientBase,
  { trade, shareTrade, orderEvent }: Pick<Facts, "trade" | "shareTrade" | "orderEvent">,
): Promise<void> {
  return markEarnings(client, {
    trades: trade,
    purchases: shareTrade,
    fills: orderEvent.filter(isFill),
  })
}

/** Keeps the points of all wallets a few seconds old. */
export class Points {
  private nextAt = 0

  constructor(private readonly client: ClientBase) {}

  /** Computes some of what is due; false when nothing was. */
  async refresh(): Promise<boolean> {
    const { client } = this
    if (performance.now() < this.nextAt) return false
    const { hasMore } = await exclusively(client, () => computeDue(client), { durable: false })
    if (hasMore) return true
    await noteRanks(client)
    this.nextAt = performance.now() + EVERY_MS
    return false
  }
}
