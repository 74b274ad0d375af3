import { type RawBuilder, sql } from "kysely"
import type { QueryConfig } from "pg"
import type { Queries } from "@/lib/db/client"
import { compileOnce } from "@/lib/db/statement"
import { CHANGE } from "./constants"
import { lockLog } from "./log"
import { type IndexNotice, NOTIFY_CHANNEL } from "./notice"

/** Prefix of an entry's topics. Each entry also has `change`, because the pages of a web process share one listener. */
const PREFIX = `${CHANGE}:`

/** Replaces the topics of a change that has too many. */
const ANY = `${PREFIX}any`
const MAX_TOPICS = 100

type Change = {
  /** Addresses of tokens and contracts, and topics of `lib/stream-log/page-topics`; none when only the position has moved. */
  topics: Iterable<string>
  /** The position of the index; null where it stays. */
  block?: number | null
  head?: number | null
}

/**
 * Logs a change of page content, and wakes the listeners. Call it last in the transaction, because other writers of
 * the log wait for its end.
 */
export async function logChange(queries: Queries, change: Change): Promise<void> {
  const { notice, topics, data } = describeChange(change)
  const logged = topics
    ? buildLog({ notice: sql`${notice}`, topics: sql`${topics}::text[]`, data: sql`${data}` })
    : buildNotice(sql`${notice}`)
  await logged.execute(queries)
}

/** The statement of `logChange`, to be sent with the commit. */
export function changeStatement(change: Change): QueryConfig {
  const { notice, topics, data } = describeChange(change)
  return topics ? compileLog({ notice, topics, data }) : compileNotice({ notice })
}

/** The texts of a change's notice and entry; without topics it has no entry. */
function describeChange({ topics, block = null, head = null }: Change) {
  const changed = [...new Set(topics)]
  const isQuiet = changed.length === 0
  const notice: IndexNotice = { block, head, ...(isQuiet && { isQuiet }) }
  const named = changed.length > MAX_TOPICS ? [ANY] : changed.map((topic) => PREFIX + topic)
  return {
    notice: JSON.stringify(notice),
    topics: isQuiet ? null : [CHANGE, ...named],
    data: JSON.stringify({ block, head }),
  }
}

/** Cast to text, because Prisma cannot read values without a type. */
const notify = (notice: RawBuilder<string>) => sql`pg_notify(${NOTIFY_CHANNEL}, ${notice})::text`

const buildNotice = (notice: RawBuilder<string>) => sql`select ${notify(notice)}`

const compileNotice = compileOnce({ notice: "text" }, ({ notice }) => buildNotice(notice))

type Log = {
  notice: RawBuilder<string>
  topics: RawBuilder<readonly string[]>
  data: RawBuilder<string>
}

const buildLog = ({ notice, topics, data }: Log) => sql`
  with locked as materialized (${lockLog}), logged as (
    insert into stream_event (kind, key, topics, data)
    select ${sql.lit(CHANGE)}, '', ${topics}, ${data}
    from locked where setting is not null
  )
  select ${notify(notice)}`

const compileLog = compileOnce({ notice: "text", topics: "text[]", data: "text" }, buildLog)

/** The changed topics of an entry; null means any topic. */
export function readChange(topics: readonly string[]): string[] | null {
  if (topics.includes(ANY)) return null
  return topics.flatMap((topic) => (topic.startsWith(PREFIX) ? [topic.slice(PREFIX.length)] : []))
}
