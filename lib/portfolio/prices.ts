import { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { WAD } from "@/lib/units"
import { baseUnits } from "./schema"

export type PriceRequest = { token: string /** Unix seconds. */; time: number }

export const priceKey = ({ token, time }: PriceRequest) => `${token}@${time}`

/** Quotients of candles are taken with this many digits, then shortened to 18. */
const SCALE = 10n ** 36n

const closeRow = z.object({ token: z.string(), time: z.int(), close: baseUnits })

type Close = z.output<typeof closeRow>

const CLOSE = "trunc(c.close * 1e36)::text as close"

/** The last price in the quote asset in or before the minute of each moment. */
const LAST_CLOSES = `
  select asked.token, asked.time, c.close
  from unnest($1::text[], $2::int[]) as asked (token, time)
  cross join lateral (
    select ${CLOSE} from candle c
    where c.token = asked.token and c.interval_seconds = 60 and c.bucket <= asked.time
    order by c.bucket desc limit 1
  ) c`

/** USD prices of 18 decimals, rounded down, by `priceKey`; what had no price yet is left out. */
export async function findPricesAt(
  requests: readonly PriceRequest[],
): Promise<Map<string, bigint>> {
  const { mainToken } = getDeployment()
  const requestsByKey = new Map<string, PriceRequest>()
  for (const { token, time } of requests) {
    for (const each of [token, mainToken]) {
      const question = { token: each, time }
      requestsByKey.set(priceKey(question), question)
    }
  }
  const list = [...requestsByKey.values()]
  const { rows } = await pool().query(LAST_CLOSES, [
    list.map(({ token }) => token),
    list.map(({ time }) => time),
  ])
  const parsed = closeRow.array().parse(rows)
  const closes = new Map(parsed.map((each) => [priceKey(each), each.close]))
  const prices = new Map<string, bigint>()
  for (const [key, { token, time }] of requestsByKey) {
    const price = toUsd(token, closes.get(key), closes.get(priceKey({ token: mainToken, time })))
    if (price !== undefined) prices.set(key, price)
  }
  return prices
}

/** The candles of each token from the last before a span to its end: few where little was traded. */
const CLOSE_HISTORY = `
  select asked.token, c.bucket + $2::int as time, c.close
  from unnest($1::text[]) as asked (token)
  cross join lateral (
    (select bucket, ${CLOSE} from candle c
      where c.token = asked.token and c.interval_seconds = $2::int and c.bucket <= $3::int - $2::int
      order by c.bucket desc limit 1)
    union all
    (select bucket, ${CLOSE} from candle c
      where c.token = asked.token and c.interval_seconds = $2::int
        and c.bucket > $3::int - $2::int and c.bucket <= $4::int - $2::int)
  ) c
  order by asked.token, c.bucket`

/** USD prices of a token at each of the times; undefined before its first. */
export type PriceSeries = readonly (bigint | undefined)[]

/**
 * The courses of tokens over ascending times, from candles of `interval` seconds that were complete by
 * then. One read for all times: a wallet may hold a thousand tokens that hardly ever move.
 */
export async function findPriceSeries(
  tokens: readonly string[],
  times: readonly number[],
  interval: number,
): Promise<Map<string, PriceSeries>> {
  const { mainToken } = getDeployment()
  const wanted = [...new Set([...tokens, mainToken])]
  const { rows } = await pool().query(CLOSE_HISTORY, [wanted, interval, times[0], times.at(-1)])
  const closes = new Map(wanted.map((token): [string, Close[]] => [token, []]))
  for (const close of closeRow.array().parse(rows)) closes.get(close.token)?.push(close)
  const mainTokenSeries = alignCloses(closes.get(mainToken) ?? [], times)
  return new Map(
    tokens.map((token) => {
      const own = alignCloses(closes.get(token) ?? [], times)
      return [token, own.map((close, index) => toUsd(token, close, mainTokenSeries[index]))]
    }),
  )
}

/** The last close at or before each time; both are ascending. */
function alignCloses(closes: readonly Close[], times: readonly number[]): PriceSeries {
  let next = 0
  let last: bigint | undefined
  return times.map((time) => {
    for (let each = closes[next]; each && each.time <= time; each = closes[next]) {
      last = each.close
      next += 1
    }
    return last
  })
}

/** The main token is priced in USDB, all others in the main token. */
function toUsd(token: string, close: bigint | undefined, mainTokenClose: bigint | undefined) {
  if (close === undefined || mainTokenClose === undefined) return undefined
  return token === getDeployment().mainToken
    ? (close * WAD) / SCALE
    : (close * mainTokenClose * WAD) / SCALE / SCALE
}
