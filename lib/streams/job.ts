import { sql } from "kysely"
import { db } from "@/lib/db/client"
import type { DailyJob } from "@/lib/jobs/daily"
import { KEPT_DAYS } from "@/lib/stream-log/constants"

/** Deletes log entries older than seven days; cursors before them have expired. */
export const pruneStreamLog: DailyJob = {
  name: "stream log",
  run: async () => {
    await pruneLog()
  },
}

/** In one statement, so that no cursor counts as valid whose events are gone. */
export async function pruneLog() {
  const before = sql<Date>`now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`
  await db
    .with("deleted", (queries) =>
      queries
        .deleteFrom("stream_event")
        .where("id", "<=", ({ selectFrom }) =>
          selectFrom("stream_event")
            .select(({ fn }) => fn.max("id").as("id"))
            .where("created_at", "<", before),
        )
        .returning("id"),
    )
    .updateTable("stream_state")
    .set(({ selectFrom, ref }) => ({
      oldest: sql<string>`greatest(${ref("oldest")}, (${selectFrom("deleted").select(({ fn }) => fn.max("id").as("id"))}))`,
    }))
    .where("id", "=", 1)
    .execute()
}
