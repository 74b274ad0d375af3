import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { bulkStatement } from "@/lib/events/bulk-writes"
import { type EventKind, eventKinds } from "@/lib/stream-log/constants"
import { CHAIN_TOPIC, type LoggedRows, type StreamEntry, toEntries } from "@/lib/stream-log/entries"
import { logEntries, tellFrom } from "@/lib/stream-log/log"
import { intervalNames, intervals } from "@/lib/tokens/candles/intervals"
import { orderPublicId } from "./projections/orders"

/** Row ids by kind: numbers, and text for rows whose id is text or made of several columns. */
type RemovedIds = Record<string, (number | string)[]>

type Removal = {
  /** The rows that were removed, as they were. */
  rows: LoggedRows
  /** The first block of which something was removed. */
  fromBlock: number
  /** Everything from that block on was removed, not single transactions. */
  isWhole: boolean
}

/**
 * Logs a removal, and then the changes it caused. Log entries of the removed rows are deleted: a reader that is behind
 * must not receive a row of the other branch with the same id.
 */
export async function logRemoval(client: ClientBase, { rows, fromBlock, isWhole }: Removal) {
  const entries = toEntries(rows)
  const removed = entries.filter(({ kind }) => isEventKind(kind))
  const changed = entries.filter(({ kind }) => !isEventKind(kind))
  const blocks = isWhole
    ? await deleteFrom(client, fromBlock)
    : await deleteEntries(client, removed).then(() => [])
  if (entries.length + blocks.length === 0) return
  const gone = await findGone(client, changed)
  const removedIds: RemovedIds = {}
  for (const { kind, key } of removed) addTo(removedIds, kind, Number(key))
  for (const { kind, id } of gone) addTo(removedIds, kind, id)
  for (const number of blocks) addTo(removedIds, "block", number)
  await tellFrom(client, fromBlock - 1)
  const data = JSON.stringify({ fromBlock, removedIds })
  const key = `${fromBlock}`
  await logEntries(client, [
    { kind: "reorg", cause: null, key, topics: [CHAIN_TOPIC], data },
    ...changed.map((entry) => ({ ...entry, cause: null })),
  ])
}

const isEventKind = (kind: string): kind is EventKind => eventKinds.some((each) => each === kind)

function addTo(ids: RemovedIds, kind: string, id: number | string) {
  const ofKind = ids[kind] ?? []
  ofKind.push(id)
  ids[kind] = ofKind
}

/** Deletes log entries of this block and all above; returns the numbers of the reported blocks. */
async function deleteFrom(client: ClientBase, fromBlock: number): Promise<number[]> {
  const deleted = await dbOn(client)
    .deleteFrom("stream_event")
    .where("cause", ">=", `${fromBlock * ROWS_PER_BLOCK}`)
    .returning(["kind", "key"])
    .execute()
  return deleted.flatMap(({ kind, key }) => (kind === "block" ? [Number(key)] : []))
}

async function deleteEntries(client: ClientBase, entries: readonly StreamEntry[]) {
  const ids = entries.map(({ cause }) => Number(cause))
  if (ids.length === 0) return
  await dbOn(client)
    .deleteFrom("stream_event")
    .where("kind", "in", eventKinds)
    .where("cause", ">=", `${Math.min(...ids)}`)
    .where("cause", "<=", `${Math.max(...ids)}`)
    .where("cause", "=", sql<string>`any(${ids.map(String)}::bigint[])`)
    .execute()
}

type Gone = { kind: string; id: number | string }

/** The changed rows that no longer exist. */
async function findGone(client: ClientBase, changed: readonly StreamEntry[]): Promise<Gone[]> {
  const partsOf = (kind: string) =>
    changed.filter((entry) => entry.kind === kind).map(({ key }) => key.split(":"))
  const candles = partsOf("candle").map(([token, minute]) => ({ token, minute }))
  const orders = partsOf("order").map(([token, orderId]) => ({ token, orderId }))
  const rounds = partsOf("round").map(([contract, tf, roundId]) => ({ contract, tf, roundId }))
  const markets = partsOf("market").map(([token]) => ({ token }))
  return [
    ...(await findGoneCandles(client, candles)),
    ...(await findGoneOrders(client, orders)),
    ...(await findGoneRounds(client, rounds)),
    ...(await findGoneMarkets(client, markets)),
  ]
}

const kindOf = <K extends string>(kind: K) => sql<K>`${sql.lit(kind)}::text`.as("kind")

const steps = sql.join(
  intervalNames.map((name) => sql`(${sql.lit(name)}::text, ${sql.lit(intervals[name])}::int)`),
)

/** `token:interval:time`. */
const findGoneCandles = bulkStatement({ token: "text", minute: "bigint" }, (rows) => {
  const step = sql<{ name: string; seconds: number }>`(values ${steps})`.as<"step">(
    sql`step (name, seconds)`,
  )
  const bucket = sql<number>`(given.minute / step.seconds * step.seconds)::int`
  return db
    .selectFrom(rows)
    .innerJoin(step, (join) => join.onTrue())
    .leftJoin("candle as c", (join) =>
      join
        .onRef("c.token", "=", "given.token")
        .onRef("c.interval_seconds", "=", "step.seconds")
        .on("c.bucket", "=", bucket),
    )
    .select([
      kindOf("candle"),
      sql<string>`given.token || ':' || step.name || ':' || ${bucket}::bigint * 1000`.as("id"),
    ])
    .distinct()
    .where("c.token", "is", null)
})

/** The public id, which is made of the order's market and number. */
const findGoneOrders = bulkStatement({ token: "text", orderId: "integer" }, (rows) =>
  db
    .selectFrom(rows)
    .leftJoin("market_order as o", (join) =>
      join.onRef("o.token", "=", "given.token").onRef("o.order_id", "=", "given.orderId"),
    )
    .select(({ ref }) => [
      kindOf("order"),
      orderPublicId(ref("given.token"), ref("given.orderId")).as("id"),
    ])
    .where("o.token", "is", null),
)

/** `contract:tf:roundId`. */
const findGoneRounds = bulkStatement(
  { contract: "text", tf: "smallint", roundId: "integer" },
  (rows) =>
    db
      .selectFrom(rows)
      .leftJoin("updown_round as r", (join) =>
        join
          .onRef("r.contract", "=", "given.contract")
          .onRef("r.tf", "=", "given.tf")
          .onRef("r.round_id", "=", "given.roundId"),
      )
      .select(({ ref }) => [
        kindOf("round"),
        sql<string>`${ref("given.contract")} || ':' || ${ref("given.tf")} || ':'
          || ${ref("given.roundId")}`.as("id"),
      ])
      .where("r.contract", "is", null),
)

/** The project's id, which stays. */
const findGoneMarkets = bulkStatement({ token: "text" }, (rows) =>
  db
    .selectFrom(rows)
    .innerJoin("project as p", "p.address", "given.token")
    .leftJoin("market as m", "m.token", "given.token")
    .select([kindOf("market"), "p.id"])
    .where("m.token", "is", null),
)
