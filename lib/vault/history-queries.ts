import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { findStoredStatus } from "@/lib/events/index-status"
import { buildPriceHistory, priceBetween, type SharePricePoint } from "./price-history"

export const DAY_MS = 86_400_000

export const priceRanges = ["1d", "1w", "1m", "all"] as const
export type PriceRange = (typeof priceRanges)[number]

const rangeDays: Record<Exclude<PriceRange, "all">, number> = { "1d": 1, "1w": 7, "1m": 30 }

/** More points than pixels show nothing more. */
const MAX_POINTS = 240

/** The clock of the chain may be ahead of the server's. */
export async function findChainTime(): Promise<Date> {
  const status = await findStoredStatus()
  return new Date(Math.max(Date.now(), status ? +status.indexedTime : 0))
}

const readFirst = statement({}, () =>
  db.selectFrom("vault_price").select(["time", "price"]).orderBy("block").limit(sql.lit(1)),
)

const readBefore = statement({ time: "timestamptz" }, ({ time }) =>
  db
    .selectFrom("vault_price")
    .select(["time", "price"])
    .where(({ ref }) => sql<boolean>`${ref("time")} <= ${time}`)
    .orderBy("time", "desc")
    .orderBy("block", "desc")
    .limit(sql.lit(1)),
)

const readAfter = statement({ time: "timestamptz" }, ({ time }) =>
  db
    .selectFrom("vault_price")
    .select(["time", "price"])
    .where(({ ref }) => sql<boolean>`${ref("time")} > ${time}`)
    .orderBy("time")
    .orderBy("block")
    .limit(sql.lit(1)),
)

/** The last price of each time bucket after `from`. */
const readBuckets = statement({ from: "timestamptz", seconds: "integer" }, ({ from, seconds }) =>
  db
    .selectFrom((inner) =>
      inner
        .selectFrom("vault_price")
        .select(({ ref }) => [
          "block",
          "time",
          "price",
          sql<number>`${unixSeconds(ref("time"))} / ${seconds}`.as("bucket"),
        ])
        .where(({ ref }) => sql<boolean>`${ref("time")} > ${from}`)
        .as("p"),
    )
    .distinctOn("p.bucket")
    .select(["p.time", "p.price"])
    .orderBy("p.bucket")
    .orderBy("p.block", "desc"),
)

const toPoint = ({ time, price }: { time: Date; price: string }): SharePricePoint => ({
  time,
  price: BigInt(price),
})

type Row = { time: Date; price: string }
const toPointOrNull = ([row]: readonly Row[]) => (row ? toPoint(row) : null)

/** The last share price that an event left; null before the first wrap. */
export async function findLastPrice(now: Date): Promise<SharePricePoint | null> {
  return toPointOrNull(await readBefore({ time: now }))
}

/** The share price at a time, and the first one if it is older; null before the first wrap. */
export async function findPriceAt(
  time: Date,
  now: SharePricePoint,
): Promise<SharePricePoint | null> {
  const [before, after] = await Promise.all([readBefore({ time }), readAfter({ time })])
  const next = toPointOrNull(after)
  const last = toPointOrNull(before)
  if (!last) return next
  return { time, price: priceBetween(last, next && next.time < now.time ? next : now, time) }
}

/** The share price over a range, up to `now`, the present one. */
export async function findPriceHistory(
  range: PriceRange,
  now: SharePricePoint,
): Promise<SharePricePoint[]> {
  const first = toPointOrNull(await readFirst({}))
  if (!first) return []
  const from =
    range === "all"
      ? first.time
      : new Date(Math.max(+first.time, +now.time - rangeDays[range] * DAY_MS))
  const seconds = Math.max(1, Math.ceil((+now.time - +from) / 1000 / MAX_POINTS))
  const [before, rows] = await Promise.all([
    readBefore({ time: from }),
    readBuckets({ from, seconds }),
  ])
  return buildPriceHistory(rows.map(toPoint), { before: toPointOrNull(before), from, now })
}
