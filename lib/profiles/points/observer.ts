import { withWriteLock } from "@/lib/db/write-lock"
import type { ChangedRows, IndexObserver } from "@/lib/events/observers"
import { refreshAwards } from "./agent-awards"
import { startComputation } from "./background"
import { markBettorsDue } from "./bet-rows"
import { computeDue, rebuildPoints } from "./compute"
import {
  type Client,
  isFill,
  markAllDue,
  markCreationsDue,
  markEarnersDue,
  markReferralsDue,
} from "./due"
import { markPositionRowsDue } from "./position-rows"

/** Marks wallets that may have earned points by these rows, or lost them with them. */
async function markPointsDue(client: Client, rows: ChangedRows): Promise<void> {
  await markEarnersDue(client, {
    trades: rows.trade,
    purchases: rows.shareTrade,
    fills: rows.orderEvent.filter(isFill),
  })
  await markBettorsDue(client, { bets: rows.updownBet, ends: rows.updownEnd })
  await markPositionRowsDue(client, rows)
}

/** Keeps the points of all wallets a few seconds old. */
export const pointsObserver: IndexObserver = {
  rowsStored: markPointsDue,
  rowsRemoved: async (client, rows) => {
    await markPointsDue(client, rows)
    await markCreationsDue(client, [...new Set(rows.tokenCreation.map(({ token }) => token))])
  },
  agentsChanged: refreshAwards,
  referralsChanged: markReferralsDue,
  // Not everything that earns points is read from the chain.
  indexEmptied: markAllDue,
  indexRebuilt: rebuildPoints,
  computeDue: (client) => withWriteLock(client, () => computeDue(client), { durable: false }),
  startComputing: startComputation,
}
