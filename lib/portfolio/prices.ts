import { z } from "zod"
import { deployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db"
import { units } from "./schema"

export type PriceQuestion = { token: string /** Unix seconds. */; time: number }

export const priceKey = ({ token, time }: PriceQuestion) => `${token}@${time}`

/** Quotients of candles are taken with this many digits, then shortened to 18. */
const SCALE = 10n ** 36n
const ONE = 10n ** 18n

const row = z.object({ token: z.string(), time: z.int(), close: units })

/** The last price in the quote asset at or before each moment. */
const CLOSES = `
  select asked.token, asked.time, trunc(before.close * 1e36)::text as close
  from unnest($1::text[], $2::int[]) as asked (token, time)
  cross join lateral (
    select close from candle c
    where c.token = asked.token and c.interval_seconds = $3::int
      and c.bucket <= asked.time - case when $3::int = 60 then 0 else $3::int end
    order by c.bucket desc limit 1
  ) before`

/**
 * USD prices of 18 decimals, rounded down, by `priceKey`; what had no price yet is left out. `interval`
 * are the seconds of the candles read: the coarser, the fewer.
 */
export async function pricesAt(
  questions: readonly PriceQuestion[],
  interval = 60,
): Promise<Map<string, bigint>> {
  const { mainToken } = deployment()
  const wanted = new Map<string, PriceQuestion>()
  for (const { token, time } of questions) {
    for (const each of [token, mainToken]) {
      const question = { token: each, time }
      wanted.set(priceKey(question), question)
    }
  }
  const list = [...wanted.values()]
  const { rows } = await db().pool.query(CLOSES, [
    list.map(({ token }) => token),
    list.map(({ time }) => time),
    interval,
  ])
  const closes = new Map(
    row
      .array()
      .parse(rows)
      .map((each) => [priceKey(each), each.close]),
  )
  const prices = new Map<string, bigint>()
  for (const [key, { token, time }] of wanted) {
    const hub = closes.get(priceKey({ token: mainToken, time }))
    const own = closes.get(key)
    if (hub === undefined || own === undefined) continue
    // The main token is priced in USDB, all others in the main token.
    prices.set(key, token === mainToken ? (own * ONE) / SCALE : (own * hub * ONE) / SCALE / SCALE)
  }
  return prices
}
