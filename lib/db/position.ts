import { sql } from "kysely"

/**
 * A place in the write-ahead log: a server that has replayed it shows every transaction that was committed before. A
 * promotion begins another timeline, whose log is another one from then on.
 */
export type Position = { timeline: number; lsn: bigint }

/** As text, for clients to keep and send back. */
export const formatPosition = ({ timeline, lsn }: Position) => `${timeline}-${lsn.toString(16)}`

const FORMAT = /^(\d{1,10})-([0-9a-f]{1,16})$/

/** Null for what is no position. */
export function parsePosition(text: string): Position | null {
  const [, timeline, lsn] = FORMAT.exec(text) ?? []
  return timeline && lsn ? { timeline: Number(timeline), lsn: BigInt(`0x${lsn}`) } : null
}

/** Whether who has replayed the one shows whatever a server at the other one showed. */
export const covers = (replayed: Position, shown: Position) =>
  replayed.timeline >= shown.timeline && replayed.lsn >= shown.lsn

/** A position that covers both. */
export const latestOf = (one: Position | null, other: Position | null): Position | null => {
  if (!one || !other) return one ?? other
  return {
    timeline: Math.max(one.timeline, other.timeline),
    lsn: one.lsn > other.lsn ? one.lsn : other.lsn,
  }
}

/** What a statement of a replica has shown. */
export type Located = {
  /** At the statement's rows or after them. */
  position: Position
  /** Where that server was before the statement; undefined for one not met before. */
  least: Position | undefined
  isUsable: boolean
}

/** Whether the statement's rows are those of a server in order that has whatever was shown at that position. */
export const showsAll = ({ isUsable, least }: Located, shown: Position | null) =>
  isUsable && (!shown || (least !== undefined && covers(least, shown)))

/**
 * Columns that say where the server is that runs the statement, at the statement's rows or after them. `server` tells
 * servers behind one address apart. A standby's control file names its timeline, later than it replays it; until then
 * nobody reads from it.
 */
export const stateColumns = [
  sql<string>`extract(epoch from pg_postmaster_start_time())::text`.as("server"),
  sql<boolean>`pg_is_in_recovery()`.as("isStandby"),
  sql<string>`(select system_identifier::text from pg_control_system())`.as("system"),
  sql<number>`case when pg_is_in_recovery()
    then (select greatest(c.timeline_id, r.min_recovery_end_timeline)
      from pg_control_checkpoint() c, pg_control_recovery() r)
    else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end`.as(
    "timeline",
  ),
  sql<string>`((case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
    else pg_current_wal_insert_lsn() end) - '0/0')::text`.as("lsn"),
] as const

/** The primary's position as text. It covers all that was committed before. */
export const positionText = sql<string>`('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
  || '-' || to_hex((pg_current_wal_insert_lsn() - '0/0')::bigint)`

export type StateRow = {
  server: string
  isStandby: boolean
  system: string
  timeline: number
  lsn: string
}
