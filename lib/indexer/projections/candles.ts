import { type SqlBool, sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { toArrayLiteral } from "@/lib/indexer/bulk-writes"
import { readEventRows } from "@/lib/indexer/event-reads"
import type { PoolSyncRow, TradeRow } from "@/lib/indexer/event-rows"
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

/** One-minute candles of these rows, in any order. Without token reserve there is no price. */
export function buildMinuteCandles(syncs: readonly CandleSync[]): CandleMap {
  const candles: CandleMap = new Map()
  for (const { id, time, token, reserve0, reserve1 } of syncs) {
    if (reserve0 === 0n) continue
    const price = (2n * reserve1 * PRICE_SCALE + reserve0) / (2n * reserve0)
    const place = { token, seconds: MINUTE_SECONDS, bucket: time - (time % MINUTE_SECONDS) }
    const prices = { open: price, high: price, low: price, close: price }
    mergeCandle(candles, { ...place, ...prices, openId: id, closeId: id, volume: 0n })
  }
  return candles
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

async function storeCandles(client: ClientBase, candles: readonly Candle[]) {
  if (candles.length === 0) return
  const rows = candles.map((candle) => ({
    ...candle,
    open: formatPrice(candle.open),
    high: formatPrice(candle.high),
    low: formatPrice(candle.low),
    close: formatPrice(candle.close),
  }))
  const columns = [
    "token",
    "seconds",
    "bucket",
    "open",
    "high",
    "low",
    "close",
    "openId",
    "closeId",
    "volume",
  ]
  await client.query(
    `insert into candle as c (token, interval_seconds, bucket, open, high, low, close, open_id, close_id,
      volume)
    select * from unnest($1::text[], $2::int[], $3::int[], $4::numeric[], $5::numeric[],
      $6::numeric[], $7::numeric[], $8::bigint[], $9::bigint[], $10::numeric[])
    on conflict (token, interval_seconds, bucket) do update set
      high = greatest(c.high, excluded.high), low = least(c.low, excluded.low),
      open = case when excluded.open_id < c.open_id then excluded.open else c.open end,
      open_id = least(c.open_id, excluded.open_id),
      close = case when excluded.close_id > c.close_id then excluded.close else c.close end,
      close_id = greatest(c.close_id, excluded.close_id),
      volume = c.volume + excluded.volume`,
    columns.map((column) => toArrayLiteral(rows, column)),
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

type CandleIdBounds = { token: string; open_id: string; close_id: string }

async function rebuildMinutes(client: ClientBase, touched: CandleMap) {
  const bounds = await removeCandles(client, touched)
  const columns = ["token", "open_id", "close_id"]
  const values = columns.map((column) => toArrayLiteral(bounds, column))
  const given = "unnest($1::text[], $2::bigint[], $3::bigint[]) as b (token, low, high)"
  const syncs = await readEventRows(
    client,
    "poolSync",
    ["id", "token", "time", "reserve0", "reserve1"],
    {
      from: `${given} join pool_sync f on f.token = b.token and f.id between b.low and b.high`,
      values,
      distinct: true,
    },
  )
  // Trades of the blocks that the candles were made of: their rows come after those of their Syncs.
  const trades = await readEventRows(
    client,
    "trade",
    ["id", "token", "time", "amountUsdc", "routingLeg"],
    {
      from: `${given} join trade f on f.token = b.token
        and f.type in (0, 1, 2, 3) and not f.routing_leg
        and f.id >= b.low / ${ROWS_PER_BLOCK} * ${ROWS_PER_BLOCK}
        and f.id < (b.high / ${ROWS_PER_BLOCK} + 1) * ${ROWS_PER_BLOCK}`,
      values,
      distinct: true,
    },
  )
  const left = buildMinuteCandles(syncs)
  addVolumes(left, trades)
  return left
}

const readMinutes = statement(
  { tokens: "text[]", seconds: "integer[]", buckets: "integer[]" },
  ({ tokens, seconds, buckets }) =>
    db
      .selectFrom(
        sql<{
          token: string
          seconds: number
          bucket: number
        }>`unnest(${tokens}, ${seconds}, ${buckets})`.as<"t">(sql`t (token, seconds, bucket)`),
      )
      .innerJoin("candle as c", "c.token", "t.token")
      .select([
        "t.token",
        "t.seconds",
        "t.bucket",
        "c.open",
        "c.high",
        "c.low",
        "c.close",
        "c.open_id as openId",
        "c.close_id as closeId",
        "c.volume",
      ])
      .where("c.interval_seconds", "=", MINUTE_SECONDS)
      .whereRef("c.bucket", ">=", "t.bucket")
      .where(({ ref }) => sql<SqlBool>`${ref("c.bucket")} < t.bucket + t.seconds`),
)

async function rebuildLonger(client: ClientBase, touched: CandleMap) {
  await removeCandles(client, touched)
  const longer = [...touched.values()]
  const minutes = await readMinutes(
    {
      tokens: longer.map(({ token }) => token),
      seconds: longer.map(({ seconds }) => seconds),
      buckets: longer.map(({ bucket }) => bucket),
    },
    client,
  )
  const candles: CandleMap = new Map()
  for (const row of minutes) {
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

/** Removes candles; what it answers bounds the ids of the rows they were made of. */
async function removeCandles(client: ClientBase, candles: CandleMap) {
  const rows = [...candles.values()]
  const { rows: removed } = await client.query<CandleIdBounds>(
    `delete from candle c
    using unnest($1::text[], $2::int[], $3::int[]) as t (token, seconds, bucket)
    where c.token = t.token and c.interval_seconds = t.seconds and c.bucket = t.bucket
    returning c.token, c.open_id, c.close_id`,
    ["token", "seconds", "bucket"].map((column) => toArrayLiteral(rows, column)),
  )
  return removed
}

/** Adds the volumes of all stored trades to candles that have none yet: the last step of a rebuild. */
export async function fillVolumes(client: ClientBase): Promise<void> {
  await client.query(
    `update candle c set volume = traded.volume
    from (
      select token, step, floor(extract(epoch from time) / step)::int * step as bucket,
        sum(amount_usdc) as volume
      from trade, unnest(array[${Object.values(intervals)}]) step
      where not routing_leg group by token, step, bucket
    ) traded
    where c.token = traded.token and c.interval_seconds = traded.step and c.bucket = traded.bucket`,
  )
}
