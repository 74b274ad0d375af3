import { type RawBuilder, sql } from "kysely"
import type { QueryConfig } from "pg"
import type { Queries } from "@/lib/db/client"
import { compileOnce } from "@/lib/db/statement"
import { EVERYTHING, MAIN_PRICE, TOKENS, touch } from "@/lib/db/topic-versions"
import { CHANGE } from "./constants"
import { lockLog } from "./log"
import { type IndexNotice, NOTIFY_CHANNEL } from "./notice"
import { isOfReefOrAgents } from "./page-topics"

/** Prefix of an entry's topics. Each entry also has `change`, because the pages of a web process share one listener. */
const PREFIX = `${CHANGE}:`

/** Replaces the topics of a change that has too many. */
const ANY = `${PREFIX}any`
const MAX_TOPICS = 100

type Change = {
  /**
   * Addresses of tokens and contracts, topics of `lib/stream-log/page-topics`, `MAIN_PRICE`, and `TOKENS` for rows that
   * no address stands for; none when only the position has moved.
   */
  topics: Iterable<string>
  /** The position of the index; null where it stays. */
  block?: number | null
  head?: number | null
}

/**
 * Logs a change of page content, counts its topics, and wakes the listeners. Call it last in the transaction, because other writers of
 * the log wait for its end.
 */
export async function logChange(queries: Queries, change: Change): Promise<void> {
  const { notice, topics, data, touched } = describeChange(change)
  const news = { notice: sql<string>`${notice}`, touched: sql<string[]>`${touched}::text[]` }
  const logged = topics
    ? buildLog({ ...news, topics: sql`${topics}::text[]`, data: sql`${data}` })
    : buildNotice(news, touched.length > 0)
  await logged.execute(queries)
}

/** The statement of `logChange`, to be sent with the commit. */
export function changeStatement(change: Change): QueryConfig {
  const { notice, topics, data, touched } = describeChange(change)
  if (topics) return compileLog({ notice, topics, data, touched })
  return touched.length > 0 ? compileNotice({ notice, touched }) : compileQuietNotice({ notice })
}

/** The texts of a change's notice and entry; without topics it has no entry. */
function describeChange({ topics, block = null, head = null }: Change) {
  const counted = [...new Set(topics)]
  const changed = counted.filter((topic) => topic !== MAIN_PRICE && topic !== TOKENS)
  const isQuiet = changed.length === 0
  const group = changed.every(isOfReefOrAgents) ? [] : [TOKENS]
  const notice: IndexNotice = { block, head, ...(isQuiet && { isQuiet }) }
  const named = changed.length > MAX_TOPICS ? [ANY] : changed.map((topic) => PREFIX + topic)
  return {
    notice: JSON.stringify(notice),
    topics: isQuiet ? null : [CHANGE, ...named],
    data: JSON.stringify({ block, head }),
    touched: changed.length > MAX_TOPICS ? [EVERYTHING] : [...new Set([...counted, ...group])],
  }
}

/** Cast to text, because Prisma cannot read values without a type. */
const notify = (notice: RawBuilder<string>) => sql`pg_notify(${NOTIFY_CHANNEL}, ${notice})::text`

type News = { notice: RawBuilder<string>; touched: RawBuilder<readonly string[]> }

const buildNotice = ({ notice, touched }: News, isTouching = true) =>
  isTouching
    ? sql`with touched as (${touch(touched)}) select ${notify(notice)}`
    : sql`select ${notify(notice)}`

const compileNotice = compileOnce({ notice: "text", touched: "text[]" }, (news) =>
  buildNotice(news),
)
const compileQuietNotice = compileOnce(
  { notice: "text" },
  ({ notice }) => sql`select ${notify(notice)}`,
)

type Log = News & {
  topics: RawBuilder<readonly string[]>
  data: RawBuilder<string>
}

const buildLog = ({ notice, topics, data, touched }: Log) => sql`
  with locked as materialized (${lockLog}), logged as (
    insert into stream_event (kind, key, topics, data)
    select ${sql.lit(CHANGE)}, '', ${topics}, ${data}
    from locked where setting is not null
  ), touched as (${touch(touched)})
  select ${notify(notice)}`

const compileLog = compileOnce(
  { notice: "text", topics: "text[]", data: "text", touched: "text[]" },
  buildLog,
)

/** The changed topics of an entry; null means any topic. */
export function readChange(topics: readonly string[]): string[] | null {
  if (topics.includes(ANY)) return null
  return topics.flatMap((topic) => (topic.startsWith(PREFIX) ? [topic.slice(PREFIX.length)] : []))
}
