import { sql } from "kysely"
import type { ClientBase } from "pg"
import { notifyAgent } from "@/lib/agents/notify"
import { runInBackground } from "@/lib/async/background"
import { processSingleton } from "@/lib/async/process-singleton"
import { db, dbOn, transaction } from "@/lib/db/client"
import { env } from "@/lib/env"
import type { ChangedRows, IndexObserver } from "@/lib/events/observers"
import { findRealised } from "@/lib/portfolio/realised"
import { log } from "@/lib/telemetry/logger"
import { readActivity } from "./activity"
import { markAllRecordsDue, markRecordsDue } from "./due"
import { findLargestLoss } from "./largest-loss"

/** Number of wallets read at once; they are computed one after the other. */
const BATCH = 50

/** Time limit of one call in the background. */
const BUDGET_MS = 15_000

/**
 * Starts the computation of due track records in the background, with this wallet first. One computation runs per
 * process; records that it does not reach stay due.
 */
export function startRecords(wallet?: string): void {
  const state = processSingleton("agent-records", () => ({ running: false }))
  if (state.running) return
  state.running = true
  runInBackground((signal) => computeDueRecords({ first: wallet, budgetMs: BUDGET_MS, signal }))
    .catch((error: unknown) => log.error({ err: error }, "Track records could not be computed"))
    .finally(() => {
      state.running = false
    })
}

/** The same, unless an index follower runs, which does it itself within seconds. */
export function startRecordsWithoutFollower(): void {
  if (!env().INDEX_FOLLOWER) startRecords()
}

/** Computes due records, the longest due first, until the time is over or the signal aborts. */
export async function computeDueRecords({
  first = "",
  budgetMs = Number.POSITIVE_INFINITY,
  signal,
}: {
  first?: string | undefined
  budgetMs?: number
  signal?: AbortSignal
} = {}): Promise<void> {
  const deadline = performance.now() + budgetMs
  for (;;) {
    const due = await db
      .selectFrom("agent_record_due")
      .select(["wallet", "mark"])
      .orderBy(sql`wallet = ${first}`, "desc")
      .orderBy("mark")
      .limit(BATCH)
      .execute()
    for (const each of due) {
      if (performance.now() > deadline || signal?.aborted) return
      await computeRecord(each)
    }
    if (due.length < BATCH) return
  }
}

type Due = { wallet: string; mark: string }

/**
 * Stores a track record. It was read after the mark, so it includes every row that the mark stands for; a newer mark
 * leaves the wallet due for a later computation.
 */
async function computeRecord({ wallet, mark }: Due): Promise<void> {
  const [activity, realised] = await Promise.all([readActivity(wallet), findRealised(wallet)])
  const loss = realised && (await findLargestLoss(wallet, realised))
  const { tradeVolume, shareVolume, betVolume, marketsWon, marketsLost, ...counts } = activity
  const { roundsWon, roundsLost, daysActive, firstActive, lastActive, ...others } = counts
  const row = {
    ...{ wallet, ...others },
    ...{ trade_volume: tradeVolume, share_volume: shareVolume, bet_volume: betVolume },
    ...{ markets_won: marketsWon, markets_lost: marketsLost },
    ...{ rounds_won: roundsWon, rounds_lost: roundsLost },
    ...{ days_active: daysActive, first_active: firstActive, last_active: lastActive },
    realised: realised && `${realised.realised}`,
    largest_loss: realised && `${loss?.amount ?? 0n}`,
    loss_place: loss?.place ?? null,
    loss_id: loss?.id ?? null,
    computed_at: sql<Date>`clock_timestamp()`,
  }
  await transaction(async (client) => {
    const queries = dbOn(client)
    const done = await queries
      .deleteFrom("agent_record_due")
      .where("wallet", "=", wallet)
      .where("mark", "=", mark)
      .executeTakeFirst()
    if (done.numDeletedRows === 0n) return
    await queries
      .insertInto("agent_record")
      .values(row)
      .onConflict((conflict) => conflict.column("wallet").doUpdateSet(row))
      .execute()
    await notifyAgent(queries, wallet)
  })
}

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
