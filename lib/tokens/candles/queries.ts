import { type ExpressionBuilder, sql } from "kysely"
import { db } from "@/lib/db/client"
import { double } from "@/lib/db/codecs"
import { defineAnswer, jsonObjectOf } from "@/lib/db/json-answer"
import { jsonRows } from "@/lib/db/json-rows"
import { constant, type Placeholders, statement } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"
import { notFound } from "@/lib/http/errors"
import type { RawBody } from "@/lib/http/response"
import { type Interval, intervals } from "./intervals"
import { type CandleQuery, type ChartCandle, candle, candleList } from "./schema"

/** Times are 64-bit Unix seconds, because a requested time may exceed the range of the column. */
const range = {
  token: "text",
  /** Seconds of a bucket. */
  step: "integer",
  /** First bucket. */
  start: "bigint",
  /** Exclusive. */
  end: "bigint",
  /** The newest so many are taken. */
  limit: "integer",
} as const

type Range = Placeholders<typeof range>

const storedCandles = ({ token, step }: Pick<Range, "token" | "step">) =>
  db.selectFrom("candle").where("token", "=", token).where("interval_seconds", "=", step)

const candleColumns = ({ ref }: ExpressionBuilder<Database, "candle">) =>
  [
    sql<string>`${ref("candle.bucket")}::bigint * 1000`.as("time"),
    double(ref("candle.open")).as("open"),
    double(ref("candle.high")).as("high"),
    double(ref("candle.low")).as("low"),
    double(ref("candle.close")).as("close"),
  ] as const

const selectCandles = ({ start, end, limit, ...placeholders }: Range) =>
  storedCandles(placeholders)
    .select(candleColumns)
    .where(({ ref }) => sql<boolean>`${ref("bucket")} >= ${start} and ${ref("bucket")} < ${end}`)
    .orderBy("bucket", "desc")
    .limit(limit)

/** Filling ends at `fillEnd`, exclusive, and begins at `start`: no more than `limit` steps before. */
const filledRange = { ...range, fillEnd: "bigint" } as const

/**
 * Generates slots up to `fillEnd`, joins the candles, and gives each gap the preceding close. Slots before the token's
 * first candle have none and are dropped.
 */
function selectFilledCandles({
  start,
  end,
  limit,
  fillEnd,
  ...placeholders
}: Placeholders<typeof filledRange>) {
  const candles = storedCandles(placeholders)
    .selectAll()
    .where(({ ref }) => sql<boolean>`${ref("bucket")} >= ${start} and ${ref("bucket")} < ${end}`)
  const series = sql<{
    start: number
  }>`generate_series(${start}, ${fillEnd} - 1, ${placeholders.step}::bigint)`
  const slots = db
    .selectFrom(series.as<"slot">(sql`slot (start)`))
    .fullJoin(candles.as("stored"), (join) => join.onRef("stored.bucket", "=", "slot.start"))
    .select(({ ref }) => {
      const start = sql<string>`coalesce(${ref("slot.start")}, ${ref("stored.bucket")}::bigint)`
      return [
        start.as("start"),
        "stored.open",
        "stored.high",
        "stored.low",
        "stored.close",
        "stored.volume",
        // Slots without a candle share the number of the candle before them.
        sql<string>`count(${ref("stored.bucket")}) over (order by ${start})`.as("candle_number"),
      ]
    })
  const closeBefore = storedCandles(placeholders)
    .select("close")
    .where(({ ref }) => sql<boolean>`${ref("bucket")} < ${start}`)
    .orderBy("bucket", "desc")
    .limit(1)
  const laid = db
    .selectFrom(slots.as("slots"))
    .selectAll()
    .select(({ ref }) => {
      const carriedClose = sql`first_value(${ref("close")})
        over (partition by ${ref("candle_number")} order by ${ref("start")})`
      return sql<string | null>`coalesce(${carriedClose}, (${closeBefore}))`.as("carried")
    })
  return db
    .selectFrom(laid.as("laid"))
    .where("carried", "is not", null)
    .orderBy("start", "desc")
    .limit(limit)
}

type Laid = Record<"open" | "high" | "low" | "close" | "carried", string | null> & { start: string }

/** A slot without a candle stays at the price carried into it. */
const filledColumns = ({ ref }: ExpressionBuilder<{ laid: Laid }, "laid">) => {
  const price = (column: "open" | "high" | "low" | "close") =>
    sql<number>`coalesce(${ref(column)}, ${ref("carried")})::float8`
  return [
    sql<string>`${ref("start")} * 1000`.as("time"),
    price("open").as("open"),
    price("high").as("high"),
    price("low").as("low"),
    price("close").as("close"),
  ] as const
}

/** A candle as JSON text. It has only numbers, and `row_to_json` would take twice as long. */
const candleText = sql.join(
  [
    ...(["time", "open", "high", "low", "close"] as const).flatMap((name, place) => [
      sql.lit(`${place === 0 ? "{" : ","}"${name}":`),
      sql.ref(name),
    ]),
    sql.lit("}"),
  ],
  sql` || `,
)

const readCandles = defineAnswer(
  "candles of a token",
  candleList,
  { ...filledRange, interval: constant<Interval>(), fill: constant<boolean>() },
  ({ interval, fill, ...placeholders }) => {
    const candles = fill
      ? selectFilledCandles(placeholders).select(filledColumns)
      : selectCandles(placeholders)
    const oldestFirst = db.selectFrom(candles.as("candles")).selectAll().orderBy("time")
    const line = db
      .selectFrom(oldestFirst.as("line"))
      .select(({ fn }) => [
        sql<string>`coalesce(string_agg(${candleText}, ','), '')`.as("data"),
        fn.countAll().as("count"),
      ])
    return db
      .selectFrom("token")
      .innerJoinLateral(line.as("found"), (join) => join.onTrue())
      .select(({ ref }) =>
        sql<string>`'{"data":[' || ${ref("found.data")} || '],"interval":"' || ${sql.lit(interval)}
          || '","count":' || ${ref("found.count")} || '}'`.as("answer"),
      )
      .where("address", "=", placeholders.token)
  },
)

/** Candles by token, seconds of the interval, and start of the bucket; the key has all three. */
export const readCandleRows = jsonRows({
  name: "candles by bucket",
  response: candle,
  parameters: { tokens: "text[]", steps: "integer[]", buckets: "integer[]" },
  rows: ({ tokens, steps, buckets }) =>
    db
      .selectFrom("candle")
      .innerJoin(
        sql<{ token: string; step: number; bucket: number }>`
          unnest(${tokens}, ${steps}, ${buckets})`.as<"wanted">(sql`wanted (token, step, bucket)`),
        (join) =>
          join
            .onRef("wanted.token", "=", "candle.token")
            .onRef("wanted.step", "=", "candle.interval_seconds")
            .onRef("wanted.bucket", "=", "candle.bucket"),
      )
      .select((line) => [
        sql<string>`${line.ref("candle.token")} || ':' || ${line.ref("candle.interval_seconds")}
          || ':' || ${line.ref("candle.bucket")}`.as("key"),
        jsonObjectOf(db.selectNoFrom(candleColumns(line)))
          .$notNull()
          .as("row"),
      ]),
})

/** GET /api/v1/tokens/{address}/candles. */
export async function findCandlesJson(
  token: string,
  { interval, from, to, limit, fill }: CandleQuery,
): Promise<RawBody> {
  const step = intervals[interval]
  const end = Math.ceil(to / 1000 / step) * step
  const fillEnd = fill ? computeFillEnd(end, step) : end
  const firstStep = Math.floor(from / 1000 / step) * step
  const start = fill ? Math.max(firstStep, fillEnd - limit * step) : firstStep
  const input = { token, interval, step, start, end, limit, fill, fillEnd }
  const answer = await readCandles(input)
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

/** End of the bucket that holds the present moment. */
export const computeBucketEnd = (step: number) => (Math.floor(Date.now() / 1000 / step) + 1) * step

const computeFillEnd = (end: number, step: number) => Math.min(end, computeBucketEnd(step))

type ChartRange = {
  interval: Interval
  limit?: number
  /** Unix milliseconds; default now. */
  to?: number | undefined
}

const readChartCandles = statement(filledRange, (placeholders) =>
  selectFilledCandles(placeholders)
    .select(filledColumns)
    .select(({ ref }) => sql<number>`(coalesce(${ref("volume")}, 0) * 1e-18)::float8`.as("volume")),
)

/** Gap-free candles with their volume for a chart, the newest before `to`, oldest first. */
export async function findCandles(
  token: string,
  { interval, limit = 500, to = Date.now() }: ChartRange,
): Promise<ChartCandle[]> {
  const step = intervals[interval]
  const end = Math.ceil(to / 1000 / step) * step
  const fillEnd = computeFillEnd(end, step)
  const start = Math.max(0, fillEnd - limit * step)
  const rows = await readChartCandles({ token, step, start, end, limit, fillEnd })
  return rows.map(({ time, ...row }) => ({ time: Number(time), ...row })).reverse()
}
