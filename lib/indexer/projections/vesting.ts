import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { bulkStatement, columnsOf } from "@/lib/indexer/bulk-writes"

const eventId = { id: "bigint" } as const
const scheduleId = { vestingId: "integer" } as const

/** Actor, creator and beneficiary of each event as they were then, and who gave way to another. */
const insertParties = bulkStatement(eventId, (given) => {
  const wallets = sql<{ wallet: string }>`unnest(array[
    ${sql.ref("e.wallet")}, ${sql.ref("r.creator")}, ${sql.ref("r.beneficiary")},
    ${sql.ref("e.data")} ->> 'from'
  ])`.as<"party">(sql`party (wallet)`)
  return db
    .insertInto("vesting_party")
    .columns(["wallet", "id", "action", "vesting_id"])
    .expression(
      db
        .selectFrom(given)
        .innerJoin("vesting_event as e", "e.id", "given.id")
        .innerJoin("vesting_reading as r", "r.id", "e.id")
        .crossJoinLateral(() => wallets)
        .select(["party.wallet", "e.id", "e.action", "e.vesting_id"])
        .where("party.wallet", "is not", null)
        .distinct(),
    )
    .onConflict((conflict) => conflict.doNothing())
})

const removeParties = bulkStatement(eventId, (given) =>
  db.deleteFrom("vesting_party as p").using(given).whereRef("p.id", "=", "given.id"),
)

const removeUnread = bulkStatement(scheduleId, (given) =>
  db
    .deleteFrom("vesting_schedule as s")
    .using(given)
    .whereRef("s.vesting_id", "=", "given.vestingId")
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("vesting_reading as r")
            .select("r.id")
            .where("r.vesting_id", "=", ref("s.vesting_id")),
        ),
      ),
    ),
)

const readColumns = [
  ...(["creator", "beneficiary", "token", "ecosystem", "total_amount", "claimed_amount"] as const),
  ...(["start_time", "duration_days", "unlock_time", "is_gradual", "active_loan_id"] as const),
  ...(["memo", "time_unit"] as const),
] as const

const upsertSchedules = bulkStatement(scheduleId, (given) =>
  db
    .insertInto("vesting_schedule")
    .columns(["vesting_id", ...readColumns])
    .expression(
      db
        .selectFrom(given)
        .innerJoinLateral(
          ({ selectFrom, ref }) =>
            selectFrom("vesting_reading as r")
              .selectAll("r")
              .where("r.vesting_id", "=", ref("given.vestingId"))
              .orderBy("r.id", "desc")
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
