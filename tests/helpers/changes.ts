import { pool } from "@/lib/db/client"
import { readChange } from "@/lib/stream-log/change"

/** What open pages were told that has changed, from first to last; null: anything. */
export async function toldChanges() {
  const { rows } = await pool().query<{ topics: string[] }>(
    "select topics from stream_event where kind = 'change' order by id",
  )
  return rows.map(({ topics }) => readChange(topics))
}
