import { sql } from "kysely"
import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { NOTIFY_CHANNEL } from "@/lib/live/schema"

/** NOTIFY refuses 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900

type IndexChange = { block: number | null; head: number | null; tokens: Iterable<string> }

/**
 * Tells listeners, when the transaction commits, that the index has changed: `{block, head, tokens}`. A payload
 * without `tokens` means that any token may have changed.
 */
export async function notifyIndexed(
  client: ClientBase,
  { block, head, tokens }: IndexChange,
): Promise<void> {
  const complete = JSON.stringify({ block, head, tokens: [...tokens] })
  const payload = complete.length < MAX_PAYLOAD_BYTES ? complete : JSON.stringify({ block, head })
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${payload})`.execute(dbOn(client))
}
