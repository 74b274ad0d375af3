import { type Expression, sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { WAD } from "@/lib/units"

export type PriceRequest = { token: string /** Unix seconds. */; time: number }

export const priceKey = ({ token, time }: PriceRequest) => `${token}@${time}`

/** Closes are read with 36 decimals; results have 18. */
const SCALE = 10n ** 36n

type Close = { token: string; time: number; close: bigint }

/** The close of a candle as an integer with SCALE digits, in text. */
const closeUnits = (close: Expression<string>) => sql<string>`trunc(${close} * 1e36)::text`

const toCloses = (rows: readonly { token: string; time: number; close: string }[]): Close[] =>
  rows.map(({ close, ...row }) => ({ ...row, close: BigInt(close) }))

/** The last price in the quote asset in or before the minute of each request. */
const selectLastCloses = statement(
  { tokens: "text[]", times: "integer[]" },
  ({ tokens, times }) => {
    const requests = sql<PriceRequest>`unnest(${tokens}, ${times})`
    return db
      .selectFrom(requests.as<"asked">(sql`asked (token, time)`))
      .crossJoinLateral(({ ref, selectFrom }) =>
        selectFrom("candle as c")
          .select((eb) => closeUnits(eb.ref("c.close")).as("close"))
          .where("c.token", "=", ref("asked.token"))
          .where("c.interval_seconds", "=", sql.lit(60))
          .where("c.bucket", "<=", ref("asked.time"))
          .orderBy("c.bucket", "desc")
          .limit(sql.lit(1))
          .as("c"),
      )
      .select(["asked.token", "asked.time", "c.close"])
  },
)

/** USD prices of 18 decimals, rounded down, by `priceKey`; tokens without a price at that time are left out. */
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
  const rows = await selectLastCloses({
    tokens: list.map(({ token }) => token),
    times: list.map(({ time }) => time),
  })
  const closes = new Map(toCloses(rows).map((each) => [priceKey(each), each.close]))
  const sharePrices = await findSharePricesAt(list)
  const prices = new Map<string, bigint>()
  for (const [key, { token, time }] of requestsByKey) {
    const close = sharePrices.get(key) ?? closes.get(key)
    const price = toUsd(token, close, closes.get(priceKey({ token: mainToken, time })))
    if (price !== undefined) prices.set(key, price)
  }
  return prices
}

/** TIDE per share of the vault with SCALE digits, as of the last block with a price, by `priceKey`. */
async function findSharePricesAt(requests: readonly PriceRequest[]): Promise<Map<string, bigint>> {
  const { staking } = getDeployment()
  const times = requests.flatMap(({ token, time }) => (token === staking ? time : []))
  if (times.length === 0) return new Map()
  const points = await readSharePrices(Math.min(...times), Math.max(...times))
  const ascending = times.toSorted((a, b) => a - b)
  const series = alignCloses(points, ascending)
  return new Map(
    ascending.flatMap((time, index) => {
      const price = series[index]
      return price === undefined ? [] : [[priceKey({ token: staking, time }), price] as const]
    }),
  )
}

const selectSharePrices = statement({ first: "integer", last: "integer" }, ({ first, last }) => {
  const at = (time: Expression<number>) => sql<Date>`to_timestamp(${time})`
  const before = db
    .selectFrom("vault_price")
    .select(["time", "price"])
    .where("time", "<=", at(first))
    .orderBy("block", "desc")
    .limit(sql.lit(1))
  const within = db
    .selectFrom("vault_price")
    .select(["time", "price"])
    .where("time", ">", at(first))
    .where("time", "<=", at(last))
  return db
    .selectFrom(db.selectFrom(before.as("before")).selectAll().unionAll(within).as("p"))
    .select(({ ref }) => [unixSeconds(ref("p.time")).as("time"), "p.price"])
    .orderBy("p.time")
})

async function readSharePrices(first: number, last: number): Promise<Close[]> {
  const rows = await selectSharePrices({ first, last })
  const { staking: token } = getDeployment()
  return rows.map(({ time, price }) => ({ token, time, close: (BigInt(price) * SCALE) / WAD }))
}

/** Prices of the vault's shares by block; where the newest is missing, a later block's price. */
const selectSharePrice = statement({}, () =>
  db
    .selectFrom(
      db
        .selectFrom("vault_price")
        .select(["block", "price"])
        .unionAll(
          db
            .selectFrom("missing_state")
            .select(({ ref }) => [
              sql<number>`(${ref("id")} / ${sql.lit(ROWS_PER_BLOCK)})::integer`.as("block"),
              sql<string>`(${ref("data")} ->> 'share_price')::numeric`.as("price"),
            ])
            .where("kind", "=", sql.lit("share_price")),
        )
        .as("p"),
    )
    .select("p.price")
    .orderBy("p.block", "desc")
    .limit(sql.lit(1)),
)

/** TIDE per share of the vault, 18 decimals, as of the last block with a price; null before the first. */
export async function findSharePrice(): Promise<bigint | null> {
  const [row] = await selectSharePrice({})
  return row ? BigInt(row.price) : null
}

/** The candles of each token from the last one before `first` to `last`: few where little was traded. */
const selectCloses = statement(
  { tokens: "text[]", interval: "integer", first: "integer", last: "integer" },
  ({ tokens, interval, first, last }) => {
    const candles = (token: Expression<string>) =>
      db
        .selectFrom("candle as c")
        .select(({ ref }) => ["c.bucket", closeUnits(ref("c.close")).as("close")])
        .where("c.token", "=", token)
        .where("c.interval_seconds", "=", interval)
    // A candle is complete at the end of its interval.
    const isCompleteAt = (bucket: Expression<number>, time: Expression<number>) =>
      sql<boolean>`${bucket} <= ${time} - ${interval}`
    return db
      .selectFrom(sql<{ token: string }>`unnest(${tokens})`.as<"asked">(sql`asked (token)`))
      .crossJoinLateral((eb) => {
        const before = candles(eb.ref("asked.token"))
          .where(({ ref }) => isCompleteAt(ref("c.bucket"), first))
          .orderBy("c.bucket", "desc")
          .limit(sql.lit(1))
        const within = candles(eb.ref("asked.token"))
          .where(({ ref }) => sql<boolean>`${ref("c.bucket")} > ${first} - ${interval}`)
          .where(({ ref }) => isCompleteAt(ref("c.bucket"), last))
        return db.selectFrom(before.as("before")).selectAll().unionAll(within).as("c")
      })
      .select(({ ref }) => [
        "asked.token",
        sql<number>`${ref("c.bucket")} + ${interval}`.as("time"),
        "c.close",
      ])
      .orderBy("asked.token")
      .orderBy("c.bucket")
  },
)

/** USD prices of a token at each of the times; undefined before its first. */
export type PriceSeries = readonly (bigint | undefined)[]

/**
 * The prices of tokens at ascending times, from candles of `interval` seconds complete at each time. One query for all
 * times: a wallet may hold a thousand tokens that are rarely traded.
 */
export async function findPriceSeries(
  tokens: readonly string[],
  times: readonly number[],
  interval: number,
): Promise<Map<string, PriceSeries>> {
  const { mainToken, staking } = getDeployment()
  const allTokens = [...new Set([...tokens, mainToken])]
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const rows = await selectCloses({ tokens: allTokens, interval, first, last })
  const closes = new Map(allTokens.map((token): [string, Close[]] => [token, []]))
  for (const close of toCloses(rows)) closes.get(close.token)?.push(close)
  if (tokens.includes(staking)) closes.set(staking, await readSharePrices(first, last))
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
