import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { together } from "@/lib/db/together"
import { CHANGE, type LoggedKind } from "@/lib/stream-log/constants"

/** An event of the log. */
export type LoggedEvent = {
  id: number
  kind: LoggedKind
  key: string
  topics: readonly string[]
  data: string | null
}

/** Number of events that are read and turned into messages at once. */
export const PAGE_EVENTS = 500

/** The newest cursor, and the oldest that can be resumed from. */
export type LogBounds = { newest: number; oldest: number }

const readBounds = statement({}, () =>
  db.selectNoFrom(({ selectFrom }) => [
    sql<string>`coalesce((${selectFrom("stream_event").select(({ fn }) => fn.max("id").as("id"))}), 0)`.as(
      "newest",
    ),
    sql<string>`coalesce((${selectFrom("stream_state").select("oldest").where("id", "=", 1)}), 0)`.as(
      "oldest",
    ),
  ]),
)

export async function findBounds(client?: ClientBase): Promise<LogBounds> {
  const [row] = await readBounds({}, client)
  const oldest = Number(row?.oldest ?? 0)
  return { newest: Math.max(Number(row?.newest ?? 0), oldest), oldest }
}

const readEvents = statement(
  { after: "bigint", upTo: "bigint?", topics: "text[]?", limit: "integer" },
  ({ after, upTo, topics, limit }) =>
    db
      .selectFrom("stream_event")
      .select(["id", "kind", "key", "topics", "data"])
      .where((eb) =>
        eb.and([
          eb("id", ">", after),
          ...(upTo ? [eb("id", "<=", upTo)] : []),
          ...(topics ? [sql<boolean>`${eb.ref("topics")} && ${topics}`] : []),
        ]),
      )
      .orderBy("id")
      .limit(limit),
)

export type EventRange = {
  /** Behind this event. */
  after: number
  upTo?: number
  topics?: readonly string[]
}

export async function findEvents(client: ClientBase, range: EventRange): Promise<LoggedEvent[]> {
  const rows = await readEvents({ ...range, limit: PAGE_EVENTS }, client)
  return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) }))
}

/** The same with the bounds of the log. */
export async function findNewEvents(client: ClientBase, after: number) {
  const [events, bounds] = await together(client, () => [
    findEvents(client, { after }),
    findBounds(client),
  ])
  return { events, bounds }
}

const readChanges = statement({ after: "bigint", limit: "integer" }, ({ after, limit }) =>
  db
    .selectFrom("stream_event")
    .select("topics")
    .where("id", ">", after)
    .where("kind", "=", CHANGE)
    .orderBy("id")
    .limit(limit),
)

/** The topics of the changes behind an event; null when there are too many, or not all are kept. */
export async function findChanges(after: number): Promise<string[][] | null> {
  const [rows, { newest, oldest }] = await Promise.all([
    readChanges({ after, limit: PAGE_EVENTS }),
    findBounds(),
  ])
  if (after < oldest || after > newest || rows.length === PAGE_EVENTS) return null
  return rows.map(({ topics }) => topics)
}
