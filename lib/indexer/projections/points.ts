import type { ClientBase } from "pg"
import { withWriteLock } from "@/lib/db/write-lock"
import type { EventRows } from "@/lib/events/event-rows"
import { markBettorsDue } from "@/lib/profiles/points/bet-rows"
import { computeDue } from "@/lib/profiles/points/compute"
import { isFill, markEarnersDue } from "@/lib/profiles/points/due"
import { markPositionRowsDue } from "@/lib/profiles/points/position-rows"

/** The pause after everything was computed. */
const INTERVAL_MS = 3_000

/** Marks wallets that may have earned points by these rows, or lost them with them. */
export async function markPointsDue(client: ClientBase, rows: EarningRows): Promise<void> {
  await markEarnersDue(client, {
    trades: rows.trade,
    purchases: rows.shareTrade,
    fills: rows.orderEvent.filter(isFill),
  })
  await markBettorsDue(client, { bets: rows.updownBet, ends: rows.updownEnd })
  await markPositionRowsDue(client, {
    vaultEvents: rows.vaultEvent,
    loanEvents: rows.loanEvent,
    syncs: rows.poolSync,
  })
}

type EarningRows = Pick<
  EventRows,
  | "trade"
  | "shareTrade"
  | "orderEvent"
  | "updownBet"
  | "updownEnd"
  | "vaultEvent"
  | "loanEvent"
  | "poolSync"
>

/** Keeps the points of all wallets a few seconds old. */
export class PointsUpdater {
  private nextAt = 0

  constructor(private readonly client: ClientBase) {}

  /** Computes some of the due points; false when nothing was due. */
  async refresh(): Promise<boolean> {
    const { client } = this
    if (performance.now() < this.nextAt) return false
    const { hasMore } = await withWriteLock(client, () => computeDue(client), { durable: false })
    if (hasMore) return true
    this.nextAt = performance.now() + INTERVAL_MS
    return false
  }
}
