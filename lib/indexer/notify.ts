import type { ClientBase } from "pg"
import { planName } from "@/lib/db/statement"
import { NOTIFY_CHANNEL } from "@/lib/live/schema"

/** NOTIFY refuses 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900

type IndexChange = { block: number | null; head: number | null; tokens: Iterable<string> }

/**
 * Notifies listeners of a change of the index when the transaction commits: `{block, head, tokens}`. A payload
 * without `tokens` means that any token may have changed.
 */
export async function notifyIndexed(
  client: ClientBase,
  { block, head, tokens }: IndexChange,
): Promise<void> {
  const complete = JSON.stringify({ block, head, tokens: [...tokens] })
  const payload = complete.length < MAX_PAYLOAD_BYTES ? complete : JSON.stringify({ block, head })
  const text = "select pg_notify($1, $2)"
  await client.query({ text, values: [NOTIFY_CHANNEL, payload], name: planName(client, text, 0) })
}
