import type { ClientBase } from "pg"
import { markRecordsDue } from "@/lib/agents/record/due"
import type { EventRows } from "@/lib/events/event-rows"

/** Marks the agents whose track records these rows may change. */
export async function markAgentRecordsDue(client: ClientBase, added: EventRows): Promise<void> {
  const { updownStart, updownBet, updownEnd, vestingReading, missingState, loanEvent } = added
  await markRecordsDue(client, {
    rows: Object.values(added).flat(),
    markets: [...new Set(added.marketEvent.map(({ token }) => token))],
    rounds: [...updownStart, ...updownBet, ...updownEnd],
    schedules: [...vestingReading, ...missingState, ...loanEvent].flatMap(
      ({ vestingId }) => vestingId ?? [],
    ),
    prices: [...added.poolSync, ...added.vaultEvent, ...added.yieldInjection],
  })
}
