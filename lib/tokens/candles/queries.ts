import { z } from "zod"
import { notFound } from "@/lib/api/errors"
import type { RawBody } from "@/lib/api/response"
import { pool } from "@/lib/db/client"
import { readJson } from "@/lib/db/json-query"
import { type Interval, intervals } from "./intervals"
import { type CandleQuery, type ChartCandle, chartCandle } from "./schema"

const OHLC = "open::float8, high::float8, low::float8, close::float8"

/** $1 token, $2 seconds of the interval, $3 first bucket, $4 end (exclusive), $5 limit. */
const SELECT_CANDLES = `
  select bucket::bigint * 1000 as time, ${OHLC} from candle
  where token = $1 and interval_seconds = $2::int and bucket >= $3::bigint and bucket < $4::bigint
  order by bucket desc limit $5::int`

/** The oldest slot of a filled answer: the limit counts back from $6, the end of filling. */
const FIRST_FILLED_BUCKET = "greatest($3::bigint, $6::bigint - $5::bigint * $2::int)"

/**
 * Slots are laid out up to now, candles put in, and each gap given the close before it; what lies
 * before the token's first candle has none and drops out.
 */
const selectFilledCandles = (more = "") => `
  select start * 1000 as time, coalesce(open, carried)::float8 as open,
    coalesce(high, carried)::float8 as high, coalesce(low, carried)::float8 as low,
    coalesce(close, carried)::float8 as close${more}
  from (
    select *, coalesce(first_value(close) over (partition by island order by start), (
      select close from candle
      where token = $1 and interval_seconds = $2::int and bucket < ${FIRST_FILLED_BUCKET}
      order by bucket desc limit 1
    )) as carried
    from (
      select coalesce(slot, bucket::bigint) as start, open, high, low, close, volume,
        count(bucket) over (order by coalesce(slot, bucket::bigint)) as island
      from generate_series(${FIRST_FILLED_BUCKET}, $6::bigint - 1, $2::bigint) slot
      full join (
        select * from candle where token = $1 and interval_seconds = $2::int
          and bucket >= ${FIRST_FILLED_BUCKET} and bucket < $4::bigint
      ) stored on bucket = slot
    ) slots
  ) laid
  where carried is not null
  order by start desc limit $5::int`

const toAnswer = (candles: string, interval: "$6" | "$7") => `
  select '{"data":' || data || ',"interval":' || to_json(${interval}::text)::text || ',"count":' || count || '}'
  from token, lateral (
    select coalesce(json_agg(row_to_json(line) order by time)::text, '[]') as data, count(*) as count
    from (${candles}) line
  ) found
  where address = $1`

const SELECT_ANSWER = toAnswer(SELECT_CANDLES, "$6")
const SELECT_FILLED_ANSWER = toAnswer(selectFilledCandles(), "$7")

/** The same rows as FILLED_ANSWER has, with the volume in USD. */
const SELECT_CHART_CANDLES = selectFilledCandles(
  `, (coalesce(volume, 0) * 1e-18)::float8 as volume`,
)

/** GET /api/v1/tokens/{address}/candles. */
export async function findCandlesJson(
  token: string,
  query: CandleQuery,
  snapshot?: string,
): Promise<RawBody> {
  const step = intervals[query.interval]
  const start = Math.floor(query.from / 1000 / step) * step
  const end = Math.ceil(query.to / 1000 / step) * step
  const values = [token, step, start, end, query.limit]
  const found = query.fill
    ? await readJson(
        SELECT_FILLED_ANSWER,
        [...values, computeFillEnd(end, step), query.interval],
        snapshot,
      )
    : await readJson(SELECT_ANSWER, [...values, query.interval], snapshot)
  if (!found) throw notFound("TOKEN_NOT_FOUND")
  return found
}

/** End of the bucket that holds the present moment. */
const computeBucketEnd = (step: number) => (Math.floor(Date.now() / 1000 / step) + 1) * step

const computeFillEnd = (end: number, step: number) => Math.min(end, computeBucketEnd(step))

type ChartRange = {
  interval: Interval
  limit?: number
  /** Unix milliseconds; default now. */
  to?: number | undefined
}

/** Gap-free candles with their volume for a chart, the newest before `to`, oldest first. */
export async function findCandles(
  token: string,
  { interval, limit = 500, to = Date.now() }: ChartRange,
): Promise<ChartCandle[]> {
  const step = intervals[interval]
  const end = Math.ceil(to / 1000 / step) * step
  const { rows } = await pool().query(
    `select time::float8, open, high, low, close, volume from (${SELECT_CHART_CANDLES}) line order by time`,
    [token, step, 0, end, limit, computeFillEnd(end, step)],
  )
  return chartCandle.array().parse(rows)
}

const closeRow = z.object({
  token: z.string(),
  bucket: z.int(),
  open: z.number(),
  close: z.number(),
})
type CloseRow = z.output<typeof closeRow>

const sparklineWindows = {
  "24h": { step: 900, points: 96 },
  "7d": { step: 3_600, points: 168 },
} as const

/**
 * The price at the start of the window and the closing price of each step (15 minutes over 24 hours, an
 * hour over 7 days) in the quote asset per token, oldest first, gaps filled; a younger token begins with
 * its first price and has fewer. One query for all tokens.
 */
export async function findSparklines(
  tokens: readonly string[],
  window: keyof typeof sparklineWindows = "24h",
): Promise<Map<string, number[]>> {
  const { step, points } = sparklineWindows[window]
  const end = computeBucketEnd(step)
  // The step in which the window begins is there whole.
  const start = end - (points + 1) * step
  const { rows } = await pool().query(
    `select token, bucket, open::float8, close::float8 from candle
      where token = any($1::text[]) and interval_seconds = $2::int and bucket >= $3::int
    union all
    select asked, $3::int - $2::int, before.close::float8, before.close::float8
    from unnest($1::text[]) asked, lateral (
      select close from candle
      where token = asked and interval_seconds = $2::int and bucket < $3::int
      order by bucket desc limit 1
    ) before
    order by 1, 2`,
    [tokens, step, start],
  )
  const found = closeRow.array().parse(rows)
  const ofToken = (asked: string) => found.filter(({ token }) => token === asked)
  return new Map(tokens.map((token) => [token, carryCloses(ofToken(token), { step, start, end })]))
}

/** Each close repeated until the next one; before the first close of a young token, its first price. */
function carryCloses(
  found: readonly CloseRow[],
  { step, start, end }: Record<"step" | "start" | "end", number>,
) {
  const closes = found.flatMap(({ bucket, close }, index) => {
    const until = found[index + 1]?.bucket ?? end
    return Array<number>(Math.max(0, (until - bucket) / step)).fill(close)
  })
  const born = found.slice(0, 1).filter(({ bucket }) => bucket >= start)
  return [...born.map(({ open }) => open), ...closes]
}
