import type { ClientBase } from "pg"
import type { ChangedRows, IndexObserver } from "@/lib/events/observers"
import { startRecords } from "./compute"
import { markAllRecordsDue, markRecordsDue } from "./due"

/** Marks the agents whose track records these rows may change. */
async function markChanged(client: ClientBase, rows: ChangedRows): Promise<void> {
  const { updownStart, updownBet, updownEnd, vestingReading, missingState, loanEvent } = rows
  await markRecordsDue(client, {
    rows: Object.values(rows).flat(),
    markets: [...new Set(rows.marketEvent.map(({ token }) => token))],
    rounds: [...updownStart, ...updownBet, ...updownEnd],
    schedules: [...vestingReading, ...missingState, ...loanEvent].flatMap(
      ({ vestingId }) => vestingId ?? [],
    ),
    prices: [...rows.poolSync, ...rows.vaultEvent, ...rows.yieldInjection],
  })
}

/** Keeps the track records of agents a few seconds old. An agent that is added is marked by a trigger. */
export const recordsObserver: IndexObserver = {
  rowsStored: async (client, rows, { hasAgents }) => {
    if (hasAgents) await markChanged(client, rows)
  },
  rowsRemoved: markChanged,
  indexEmptied: markAllRecordsDue,
  indexRebuilt: markAllRecordsDue,
  computeDue: async () => {
    startRecords()
    return { hasMore: false }
  },
  startComputing: startRecords,
}
