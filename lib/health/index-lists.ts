import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { skipTake, toOffsetPage } from "@/lib/http/pagination"
import type { ListQuery } from "./operator-schema"

/** Counting stops here. */
export const MAX_COUNTED = 10_000

const selectUnreadable = statement({ skip: "bigint", take: "integer" }, ({ skip, take }) =>
  db
    .selectFrom("unreadable_log")
    .select([
      ...(["topic", "emitter", "reason"] as const),
      "block_number as blockNumber",
      "log_index as logIndex",
      "tx_hash as txHash",
      "seen_at as seenAt",
    ])
    .orderBy("block_number", "desc")
    .orderBy("log_index", "desc")
    .offset(sql<number>`${skip}`)
    .limit(take),
)

/** Events whose contract could not be asked as of their block. */
const selectMissing = statement({ skip: "bigint", take: "integer" }, ({ skip, take }) =>
  db
    .selectFrom("missing_state as m")
    .leftJoin("tx", "tx.id", "m.tx_id")
    .select(({ ref }) => [
      sql<number>`(${ref("m.id")} / ${sql.lit(ROWS_PER_BLOCK)})::int`.as("blockNumber"),
      sql<number>`(${ref("m.id")} % ${sql.lit(ROWS_PER_BLOCK)})::int`.as("logIndex"),
      "m.kind",
      hexText(ref("tx.hash")).as("txHash"),
      "tx.time",
    ])
    .orderBy("m.id", "desc")
    .offset(sql<number>`${skip}`)
    .limit(take),
)

const countRows = statement({}, () =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom(selectFrom("unreadable_log").select("log_index").limit(MAX_COUNTED).as("counted"))
      .select(sql<number>`count(*)::int`.as("count"))
      .as("unreadable"),
    selectFrom(selectFrom("missing_state").select("id").limit(MAX_COUNTED).as("counted"))
      .select(sql<number>`count(*)::int`.as("count"))
      .as("missing"),
  ]),
)

/** Logs that the index leaves out, the newest first. */
export async function findUnreadableLogs(query: ListQuery) {
  const [rows, [counts]] = await Promise.all([selectUnreadable(skipTake(query)), countRows({})])
  return toOffsetPage(rows, counts?.unreadable ?? 0, query)
}

/** Readings that are left empty, the newest first. */
export async function findMissingReadings(query: ListQuery) {
  const [rows, [counts]] = await Promise.all([selectMissing(skipTake(query)), countRows({})])
  return toOffsetPage(rows, counts?.missing ?? 0, query)
}
