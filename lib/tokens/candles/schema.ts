import { z } from "zod"
import { limitParam } from "@/lib/http/pagination"
import { booleanParam, integer, SAFE_MAX } from "@/lib/http/wire"
import { intervalNames } from "./intervals"

export const candle = z
  .object({
    time: z.int().describe("start of the bucket, Unix milliseconds"),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number(),
  })
  .meta({ id: "Candle" })

export type Candle = z.output<typeof candle>

export const candleList = z.object({
  data: z.array(candle),
  interval: z.enum(intervalNames),
  count: z.int(),
})

/** A candle of a page's chart. `volume` is in USD; it is a number because it is only drawn, never paid. */
export const chartCandle = candle.extend({ volume: z.number() })

export type ChartCandle = z.output<typeof chartCandle>

/** Milliseconds of 1973: a smaller positive number was meant in seconds. */
const MIN_MILLISECONDS = 100_000_000_000

const time = integer({ max: SAFE_MAX }).refine(
  (value) => value === 0 || value >= MIN_MILLISECONDS,
  "looks like seconds; Unix milliseconds are expected",
)

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 86_400_000

export const candleQuery = z
  .object({
    interval: z.enum(intervalNames).default("1h"),
    from: time.optional().describe("Unix milliseconds; default 7 days ago"),
    to: time.optional().describe("Unix milliseconds; default now"),
    limit: limitParam({ fallback: 500, max: 1_000 }),
    fill: booleanParam
      .default(false)
      .describe("repeat the previous close in buckets without trades"),
  })
  .transform(({ from, to, ...query }) => {
    // Buckets are whole minutes: within one of them the same candles are asked for.
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    return { ...query, from: from ?? minute - WEEK_MS, to: to ?? minute + MINUTE_MS }
  })
  .refine(({ from, to }) => from < to, {
    path: ["from"],
    message: "must be before to; without them from is 7 days ago and to is now",
  })

export type CandleQuery = z.output<typeof candleQuery>
