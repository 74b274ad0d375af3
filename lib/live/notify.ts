import { sql } from "kysely"
import type { Queries } from "@/lib/db/client"
import { type IndexNotice, NOTIFY_CHANNEL } from "./schema"

/**
 * Makes open pages that show one of these topics read their data again. In a transaction, PostgreSQL sends
 * the notification with the commit.
 */
export async function notifyTopics(queries: Queries, topics: readonly string[]) {
  const notice: IndexNotice = { block: null, head: null, tokens: [...topics] }
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${JSON.stringify(notice)})`.execute(queries)
}
