import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { bulkStatement } from "@/lib/events/bulk-writes"
import type { PoolSyncRow, TradeRow } from "@/lib/events/event-rows"
import { intervals } from "@/lib/tokens/candles/intervals"

/** Digits of a price after the point. */
const PRICE_DIGITS = 60
const PRICE_SCALE = 10n ** 60n

const MINUTE_SECONDS = 60
const longerIntervals = Object.values(intervals).filter((seconds) => seconds > MINUTE_SECONDS)

/** Prices are integers of 60 digits after the point, the volume is in base units of USDB. */
type Candle = {
  token: string
  seconds: number
  bucket: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  openId: number
  closeId: number
  volume: bigint
}

export type CandleMap = Map<string, Candle>

type CandleSync = Pick<PoolSyncRow, "id" | "time" | "token" | "reserve0" | "reserve1">
type CandleTrade = Pick<TradeRow, "time" | "token" | "amountUsdc" | "routingLeg">

/** The rows of one minute that decide its prices. */
type Decisive = { open: CandleSync; high: CandleSync; low: CandleSync; close: CandleSync }

/** One-minute candles of these rows, in any order. Without token reserve there is no price. */
export function buildMinuteCandles(syncs: readonly CandleSync[]): CandleMap {
  const candles: CandleMap = new Map()
  for (const [token, minutes] of findDecisive(syncs)) {
    for (const [bucket, { open, high, low, close }] of minutes) {
      const place = { token, seconds: MINUTE_SECONDS, bucket }
      const prices = { open: priceOf(open), high: priceOf(high), low: priceOf(low) }
      const ids = { openId: open.id, closeId: close.id }
      const candle = { ...place, ...prices, close: priceOf(close), ...ids, volume: 0n }
      candles.set(toCandleKey(candle), candle)
    }
  }
  return candles
}

const priceOf = ({ reserve0, reserve1 }: CandleSync) =>
  (2n * reserve1 * PRICE_SCALE + reserve0) / (2n * reserve0)

/** Whether the first price is above the second; both have a reserve. */
const isAbove = (one: CandleSync, other: CandleSync) =>
  one.reserve1 * other.reserve0 > other.reserve1 * one.reserve0

/** By token and minute. Prices are compared by their reserves, as most rows decide nothing. */
function findDecisive(syncs: readonly CandleSync[]) {
  const byToken = new Map<string, Map<number, Decisive>>()
  for (const sync of syncs) {
    const { id, time, token, reserve0 } = sync
    if (reserve0 === 0n) continue
    let minutes = byToken.get(token)
    if (!minutes) {
      minutes = new Map()
      byToken.set(token, minutes)
    }
    const bucket = time - (time % MINUTE_SECONDS)
    const candle = minutes.get(bucket)
    if (!candle) {
      minutes.set(bucket, { open: sync, high: sync, low: sync, close: sync })
      continue
    }
    if (isAbove(sync, candle.high)) candle.high = sync
    else if (isAbove(candle.low, sync)) candle.low = sync
    if (id < candle.open.id) candle.open = sync
    if (id > candle.close.id) candle.close = sync
  }
  return byToken
}

/**
 * Adds the volume of trades to the one-minute candles that their own Sync rows made: every trade has
 * one in its transaction.
 */
function addVolumes(minutes: CandleMap, trades: readonly CandleTrade[]) {
  for (const { token, time, amountUsdc, routingLeg } of trades) {
    if (routingLeg) continue
    const candle = minutes.get(
      toCandleKey({ token, seconds: MINUTE_SECONDS, bucket: time - (time % MINUTE_SECONDS) }),
    )
    if (candle) candle.volume += amountUsdc
  }
}

/** The candles of all longer intervals that these one-minute candles make up. */
function rollUp(minutes: CandleMap): CandleMap {
  const candles: CandleMap = new Map()
  for (const minute of minutes.values()) {
    for (const seconds of longerIntervals) {
      mergeCandle(candles, {
        ...minute,
        seconds,
        bucket: minute.bucket - (minute.bucket % seconds),
      })
    }
  }
  return candles
}

/** Commutative: open and close go by row id, volumes are added. */
function mergeCandle(candles: CandleMap, added: Candle) {
  const key = toCandleKey(added)
  const candle = candles.get(key)
  if (!candle) {
    candles.set(key, added)
    return
  }
  if (added.high > candle.high) candle.high = added.high
  if (added.low < candle.low) candle.low = added.low
  if (added.openId < candle.openId) {
    candle.openId = added.openId
    candle.open = added.open
  }
  if (added.closeId > candle.closeId) {
    candle.closeId = added.closeId
    candle.close = added.close
  }
  candle.volume += added.volume
}

const toCandleKey = ({ token, seconds, bucket }: Pick<Candle, "token" | "seconds" | "bucket">) =>
  `${token}${seconds}:${bucket}`

/** Adds new rows to the stored candles. Takes the rows of whole transactions. */
export async function addToCandles(
  client: ClientBase,
  syncs: readonly CandleSync[],
  trades: readonly CandleTrade[],
): Promise<void> {
  const minutes = buildMinuteCandles(syncs)
  addVolumes(minutes, trades)
  // A merge writes into the candle it keeps, so the longer ones are made of copies.
  const all = [...minutes.values(), ...rollUp(minutes).values()]
  await storeCandles(client, all)
}

const upsertCandles = bulkStatement(
  {
    ...{ token: "text", seconds: "integer", bucket: "integer" },
    ...{ open: "numeric", high: "numeric", low: "numeric", close: "numeric" },
    ...{ openId: "bigint", closeId: "bigint", volume: "numeric" },
  },
  (rows) =>
    db
      .insertInto("candle")
      .columns([
        ...(["token", "interval_seconds", "bucket", "open", "high", "low", "close"] as const),
        ...(["open_id", "close_id", "volume"] as const),
      ])
      .expression(db.selectFrom(rows).selectAll())
      .onConflict((conflict) =>
        conflict.columns(["token", "interval_seconds", "bucket"]).doUpdateSet((eb) => {
          const { ref, fn } = eb
          const greatest = <C extends "high" | "close_id">(column: C) =>
            fn<string>("greatest", [ref(`candle.${column}`), ref(`excluded.${column}`)])
          const least = <C extends "low" | "open_id">(column: C) =>
            fn<string>("least", [ref(`candle.${column}`), ref(`excluded.${column}`)])
          return {
            high: greatest("high"),
            low: least("low"),
            open: eb
              .case()
              .when("excluded.open_id", "<", ref("candle.open_id"))
              .then(ref("excluded.open"))
              .else(ref("candle.open"))
              .end(),
            open_id: least("open_id"),
            close: eb
              .case()
              .when("excluded.close_id", ">", ref("candle.close_id"))
              .then(ref("excluded.close"))
              .else(ref("candle.close"))
              .end(),
            close_id: greatest("close_id"),
            volume: eb("candle.volume", "+", ref("excluded.volume")),
          }
        }),
      ),
)

async function storeCandles(client: ClientBase, candles: readonly Candle[]) {
  await upsertCandles(
    client,
    candles.map((candle) => ({
      ...candle,
      open: formatPrice(candle.open),
      high: formatPrice(candle.high),
      low: formatPrice(candle.low),
      close: formatPrice(candle.close),
    })),
  )
}

function formatPrice(price: bigint) {
  const digits = price.toString().padStart(PRICE_DIGITS + 1, "0")
  return `${digits.slice(0, -PRICE_DIGITS)}.${digits.slice(-PRICE_DIGITS)}`
}

const parsePrice = (price: string) => BigInt(price.replace(".", ""))

/**
 * Rebuilds the candles that removed rows took part in: minutes from the rows that are left, longer
 * ones from the minutes.
 */
export async function recomputeCandles(client: ClientBase, removed: readonly CandleSync[]) {
  const minutes = buildMinuteCandles(removed)
  if (minutes.size === 0) return
  await storeCandles(client, [...(await rebuildMinutes(client, minutes)).values()])
  await storeCandles(client, [...(await rebuildLonger(client, rollUp(minutes))).values()])
}

const idBounds = { token: "text", low: "bigint", high: "bigint" } as const

const readSyncs = bulkStatement(idBounds, (rows) =>
  db
    .selectFrom(rows)
    .innerJoin("pool_sync as s", "s.token", "given.token")
    .select(["s.id", "s.token", "s.reserve0", "s.reserve1"])
    .select(({ ref }) => unixSeconds(ref("s.time")).as("time"))
    .whereRef("s.id", ">=", "given.low")
    .whereRef("s.id", "<=", "given.high")
    .distinct(),
)

/** Trades of the blocks that the candles were made of, because their rows come after those of their Syncs. */
const readTrades = bulkStatement(idBounds, (rows) => {
  const size = sql.lit(ROWS_PER_BLOCK)
  return db
    .selectFrom(rows)
    .innerJoin("trade as t", "t.token", "given.token")
    .select(["t.id", "t.token", "t.amount_usdc", "t.routing_leg as routingLeg"])
    .select(({ ref }) => unixSeconds(ref("t.time")).as("time"))
    .where("t.type", "in", sql<number>`(0, 1, 2, 3)`)
    .where("t.routing_leg", "=", false)
    .where(({ ref }) => sql<boolean>`${ref("t.id")} >= ${ref("given.low")} / ${size} * ${size}`)
    .where(
      ({ ref }) => sql<boolean>`${ref("t.id")} < (${ref("given.high")} / ${size} + 1) * ${size}`,
    )
    .distinct()
})

async function rebuildMinutes(client: ClientBase, touched: CandleMap) {
  const removed = await removeCandles(client, [...touched.values()])
  const [syncs, trades] = [await readSyncs(client, removed), await readTrades(client, removed)]
  const left = buildMinuteCandles(
    syncs.map(({ id, reserve0, reserve1, ...sync }) => ({
      ...sync,
      id: +id,
      reserve0: BigInt(reserve0),
      reserve1: BigInt(reserve1),
    })),
  )
  addVolumes(
    left,
    trades.map(({ amount_usdc, ...trade }) => ({ ...trade, amountUsdc: BigInt(amount_usdc) })),
  )
  return left
}

const candleKeys = { token: "text", seconds: "integer", bucket: "integer" } as const

const readMinutes = bulkStatement(candleKeys, (rows) =>
  db
    .selectFrom(rows)
    .innerJoin("candle as c", "c.token", "given.token")
    .select([
      "given.token",
      "given.seconds",
      "given.bucket",
      "c.open",
      "c.high",
      "c.low",
      "c.close",
    ])
    .select(["c.open_id as openId", "c.close_id as closeId", "c.volume"])
    .where("c.interval_seconds", "=", MINUTE_SECONDS)
    .whereRef("c.bucket", ">=", "given.bucket")
    .where((eb) => eb("c.bucket", "<", eb("given.bucket", "+", eb.ref("given.seconds")))),
)

async function rebuildLonger(client: ClientBase, touched: CandleMap) {
  const longer = [...touched.values()]
  await removeCandles(client, longer)
  const candles: CandleMap = new Map()
  for (const row of await readMinutes(client, longer)) {
    mergeCandle(candles, {
      ...row,
      open: parsePrice(row.open),
      high: parsePrice(row.high),
      low: parsePrice(row.low),
      close: parsePrice(row.close),
      openId: +row.openId,
      closeId: +row.closeId,
      volume: BigInt(row.volume),
    })
  }
  return candles
}

/** Removes candles; returns the bounds of the ids of the Sync rows they were made of. */
const removeCandles = bulkStatement(candleKeys, (rows) =>
  db
    .deleteFrom("candle as c")
    .using(rows)
    .whereRef("c.token", "=", "given.token")
    .whereRef("c.interval_seconds", "=", "given.seconds")
    .whereRef("c.bucket", "=", "given.bucket")
    .returning(["c.token", "c.open_id as low", "c.close_id as high"]),
)

/** Adds the volumes of all stored trades to candles that have none yet: the last step of a rebuild. */
export async function fillVolumes(client: ClientBase): Promise<void> {
  const steps = sql<{ seconds: number }>`unnest(${Object.values(intervals)}::int[])`
  await dbOn(client)
    .updateTable("candle as c")
    .from((eb) =>
      eb
        .selectFrom(["trade as t", steps.as<"step">(sql`step (seconds)`)])
        .select(({ ref, fn }) => [
          "t.token",
          "step.seconds",
          sql<number>`${unixSeconds(ref("t.time"))} / ${ref("step.seconds")} * ${ref("step.seconds")}`.as(
            "bucket",
          ),
          fn.sum<string>("t.amount_usdc").as("volume"),
        ])
        .where("t.routing_leg", "=", false)
        .groupBy(["t.token", "step.seconds", "bucket"])
        .as("traded"),
    )
    .set(({ ref }) => ({ volume: ref("traded.volume") }))
    .whereRef("c.token", "=", "traded.token")
    .whereRef("c.interval_seconds", "=", "traded.seconds")
    .whereRef("c.bucket", "=", "traded.bucket")
    .execute()
}
