import { type Expression, type Selectable, sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { bulkStatement, columnsOf } from "@/lib/events/bulk-writes"
import type { VestingReadingTable } from "@/lib/generated/database"

const eventId = { id: "bigint" } as const
const scheduleId = { vestingId: "integer" } as const

/**
 * The creator or beneficiary that a schedule's events name last, up to the block of one of them: the contract's answer
 * then, for events whose reading is missing.
 */
const lastNamed = (role: "creator" | "beneficiary") => sql<string | null>`(
  select coalesce(named.data ->> ${sql.lit(role)}, named.data ->> 'to') from vesting_event named
  where named.vesting_id = e.vesting_id
    and named.id < (e.id / ${sql.lit(ROWS_PER_BLOCK)} + 1) * ${sql.lit(ROWS_PER_BLOCK)}
    and named.action in ('created', 'tokens_added', ${sql.lit(`${role}_changed`)})
  order by named.id desc limit 1
)`

/**
 * Actor, creator and beneficiary of each event at that time, and those who were replaced. A new event may change those
 * of later events whose reading is missing.
 */
const insertParties = bulkStatement(eventId, (rows) => {
  const wallets = sql<{ wallet: string }>`unnest(array[
    ${sql.ref("e.wallet")},
    coalesce(${sql.ref("r.creator")}, ${lastNamed("creator")}),
    coalesce(${sql.ref("r.beneficiary")}, ${lastNamed("beneficiary")}),
    ${sql.ref("e.data")} ->> 'from'
  ])`.as<"party">(sql`party (wallet)`)
  const later = db
    .selectFrom(rows)
    .innerJoin("vesting_event as fresh", "fresh.id", "given.id")
    .innerJoin("missing_state as m", "m.vesting_id", "fresh.vesting_id")
    .where(sql<boolean>`m.id >= fresh.id / ${sql.lit(ROWS_PER_BLOCK)} * ${sql.lit(ROWS_PER_BLOCK)}`)
    .select("m.id")
  return db
    .insertInto("vesting_party")
    .columns(["wallet", "id", "action", "vesting_id"])
    .expression(
      db
        .selectFrom(db.selectFrom(rows).select("given.id").union(later).as("listed"))
        .innerJoin("vesting_event as e", "e.id", "listed.id")
        .leftJoin("vesting_reading as r", "r.id", "e.id")
        .crossJoinLateral(() => wallets)
        .select(["party.wallet", "e.id", "e.action", "e.vesting_id"])
        .where("party.wallet", "is not", null)
        .distinct(),
    )
    .onConflict((conflict) => conflict.doNothing())
})

const removeParties = bulkStatement(eventId, (rows) =>
  db.deleteFrom("vesting_party as p").using(rows).whereRef("p.id", "=", "given.id"),
)

const removeUnread = bulkStatement(scheduleId, (rows) =>
  db
    .deleteFrom("vesting_schedule as s")
    .using(rows)
    .whereRef("s.vesting_id", "=", "given.vestingId")
    .where(({ not, or, exists, selectFrom, ref }) =>
      not(
        or([
          exists(
            selectFrom("vesting_reading as r")
              .select("r.id")
              .where("r.vesting_id", "=", ref("s.vesting_id")),
          ),
          exists(
            selectFrom("missing_state as m")
              .select("m.id")
              .where("m.vesting_id", "=", ref("s.vesting_id")),
          ),
        ]),
      ),
    ),
)

const readColumns = [
  ...(["creator", "beneficiary", "token", "ecosystem", "total_amount", "claimed_amount"] as const),
  ...(["start_time", "duration_days", "unlock_time", "is_gradual", "active_loan_id"] as const),
  ...(["memo", "time_unit"] as const),
] as const

/** The readings of a schedule; for a missing one, a later block's answer. */
const selectStates = (vestingId: Expression<number>) =>
  db
    .selectFrom("vesting_reading as r")
    .select(["r.id", ...readColumns.map((column) => `r.${column}` as const)])
    .where("r.vesting_id", "=", vestingId)
    .unionAll(
      db
        .selectFrom("missing_state as m")
        .innerJoinLateral(
          () =>
            sql<Selectable<VestingReadingTable>>`jsonb_populate_record(
              null::vesting_reading, m.data -> 'schedule'
            )`.as<"s">(sql`s`),
          (join) => join.onTrue(),
        )
        .select(["m.id", ...readColumns.map((column) => `s.${column}` as const)])
        .where("m.vesting_id", "=", vestingId),
    )

/** Every change of a schedule is an event, so a later block's answer for the last one also is its current state. */
const upsertSchedules = bulkStatement(scheduleId, (rows) =>
  db
    .insertInto("vesting_schedule")
    .columns(["vesting_id", ...readColumns])
    .expression(
      db
        .selectFrom(rows)
        .innerJoinLateral(
          ({ selectFrom, ref }) =>
            selectFrom(selectStates(ref("given.vestingId")).as("state"))
              .selectAll("state")
              .orderBy("state.id", "desc")
              .limit(sql.lit(1))
              .as("last"),
          (join) => join.onTrue(),
        )
        .select(["given.vestingId", ...readColumns.map((column) => `last.${column}` as const)]),
    )
    .onConflict((conflict) =>
      conflict.column("vesting_id").doUpdateSet(columnsOf("excluded", readColumns)),
    ),
)

export type VestingChanges = {
  /** Ids of new vesting events. */
  events: readonly number[]
  /** Schedules with new or removed readings. */
  schedules: readonly number[]
}

/** Lists new events with their parties, and brings schedules to their newest reading. */
export async function refreshSchedules(
  client: ClientBase,
  { events, schedules }: VestingChanges,
): Promise<void> {
  const distinct = [...new Set(schedules)].sort((a, b) => a - b)
  const keys = distinct.map((vestingId) => ({ vestingId }))
  await insertParties(
    client,
    events.map((id) => ({ id })),
  )
  await removeUnread(client, keys)
  await upsertSchedules(client, keys)
}

/** Takes removed events out of the lists of their parties. */
export async function removeVestingParties(client: ClientBase, events: readonly number[]) {
  await removeParties(
    client,
    events.map((id) => ({ id })),
  )
}
