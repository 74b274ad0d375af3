import { sql } from "kysely"
import type { QueryConfig } from "pg"
import { db, type Queries } from "@/lib/db/client"
import { CHANGE } from "./constants"
import { lockLog } from "./log"
import { type IndexNotice, NOTIFY_CHANNEL } from "./notice"

/** Of the topics of an entry; each has `change` as well, since the pages of a web process share one listener. */
const PREFIX = `${CHANGE}:`

/** In place of the topics of a change that has more of them. */
const ANY = `${PREFIX}any`
const MAX_TOPICS = 100

type Change = {
  /** Addresses of tokens and contracts, and topics of `lib/live/topics`; none when only the position has moved. */
  topics: Iterable<string>
  /** The position of the index; null where it stays. */
  block?: number | null
  head?: number | null
}

/**
 * Logs a change of what pages show, and wakes those who listen. Call it last in the transaction: others who log wait
 * for its end.
 */
export async function logChange(queries: Queries, change: Change): Promise<void> {
  await buildStatement(change).execute(queries)
}

/** What `logChange` runs, to be sent with the commit. */
export function changeStatement(change: Change): QueryConfig {
  const { sql: text, parameters } = buildStatement(change).compile(db)
  return { text, values: [...parameters] }
}

function buildStatement({ topics, block = null, head = null }: Change) {
  const changed = [...new Set(topics)]
  const isQuiet = changed.length === 0
  const notice: IndexNotice = { block, head, ...(isQuiet && { isQuiet }) }
  const data = JSON.stringify({ block, head })
  const notify = sql`pg_notify(${NOTIFY_CHANNEL}, ${JSON.stringify(notice)})`
  if (isQuiet) return sql`select ${notify}`
  const named = changed.length > MAX_TOPICS ? [ANY] : changed.map((topic) => PREFIX + topic)
  return sql`
    with locked as materialized (${lockLog}), logged as (
      insert into stream_event (kind, key, topics, data)
      select ${CHANGE}, '', ${[CHANGE, ...named]}::text[], ${data}
      from locked where setting is not null
    )
    select ${notify}`
}

/** What has changed, of the topics of a change; null: anything. */
export function readChange(topics: readonly string[]): string[] | null {
  if (topics.includes(ANY)) return null
  return topics.flatMap((topic) => (topic.startsWith(PREFIX) ? [topic.slice(PREFIX.length)] : []))
}
