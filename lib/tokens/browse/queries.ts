import { skipTake, toOffsetPage } from "@/lib/api/pagination"
import { deployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db"
import { conditions } from "@/lib/tokens/filters"
import { liquidityUsd, PRICE_USD, quoteJoin } from "@/lib/tokens/pricing"
import { type BrowseQuery, type TokenCard, tokenCard } from "@/lib/tokens/schema"

/** First row id of the last 24 hours: ids rise with block times. */
const DAY_START = `(
  select coalesce(min(id) / 100000 * 100000, 9223372036854775807) from (
    select id from trade where time >= now() - interval '24 hours' order by time limit 1
  ) first)`

const LIQUIDITY = liquidityUsd("t.reserve1", "q1", "q0")

/** Closing price a day ago, in the quote asset; the first price of a token younger than that. */
const priceThen = (token: string) => `coalesce(
  (select close from candle c where c.token = ${token} and c.interval_seconds = 300
    and c.bucket <= extract(epoch from now())::bigint - 86700 order by c.bucket desc limit 1),
  (select open from candle c where c.token = ${token} and c.interval_seconds = 300
    order by c.bucket limit 1))`

/** The USD price a day ago, for DAY_CHANGE; `main` is the placeholder of the main token. */
export const dayAgoJoin = (main: string) => `cross join lateral (select
    ${priceThen("t.address")} * case when t.address = ${main} then 1 else ${priceThen(main)} end
    as usd) before`

/** USD price now against a day ago, in basis points, rounded towards zero. */
export const DAY_CHANGE = `trunc((${PRICE_USD} * 1e-18 / nullif(before.usd, 0) - 1) * 10000)::text`

/** Joins that CARD_COLUMNS needs beside `token t`; `main` is the placeholder of the main token. */
export const cardJoins = (main: string) => `
  join project p on p.id = t.project_id
  ${quoteJoin(main)}
  cross join lateral (
    select coalesce(sum(amount_usdc), 0) as volume, count(*)::int as trades from trade d
    where d.token = t.address and d.type in (0, 1, 2, 3) and d.id >= ${DAY_START}
      and not d.routing_leg
  ) day
  ${dayAgoJoin(main)}`

export const CARD_COLUMNS = `
  p.id, t.address, t.name, t.symbol, p.description, p.image, t.dev, t.multiplier,
  t.created_at as "createdAt", t.last_activity_at as "lastActivityAt",
  ${PRICE_USD} as "priceUsd", ${LIQUIDITY} as "liquidityUsd",
  ${DAY_CHANGE} as "dayChange",
  day.volume as "dayVolumeUsd", day.trades as "dayTrades",
  t.trade_count as "tradeCount", t.holder_count as "holderCount"`

/** The last day's volume of every token that was traded at all. */
const RANKED = `
  left join (
    select token, sum(amount_usdc) filter (where not routing_leg) as volume
    from trade where id >= ${DAY_START} group by token
  ) ranked on ranked.token = t.address`

/**
 * Only tokens with trades have moved against the main token, so only their old price is looked up.
 * Its own part in every USD price is the same for all and does not change the order.
 */
const MOVED = (main: string) => `${RANKED}
  left join lateral (select ${priceThen("t.address")} as price) before
    on ranked.token is not null and t.address <> ${main}`

const orders: Record<BrowseQuery["sort"], { join: (main: string) => string; by: string }> = {
  newest: { join: () => "", by: "t.created_at desc" },
  oldest: { join: () => "", by: "t.created_at" },
  active: { join: () => RANKED, by: "ranked.volume desc nulls last" },
  liquidity: { join: quoteJoin, by: `${LIQUIDITY} desc nulls last` },
  change: {
    join: MOVED,
    by: `case when t.reserve0 > 0 then coalesce(
      t.reserve1::numeric(160, 60) / t.reserve0 / nullif(before.price, 0), 1) end desc nulls last`,
  },
}

/** A page of tokens with their market numbers. */
export async function findTokenCards(query: BrowseQuery) {
  const { where, values } = conditions(query)
  const { join, by } = orders[query.sort]
  const at = (offset: number) => `$${values.length + offset}`
  const tie = query.sort === "oldest" ? "t.project_id" : "t.project_id desc"
  const { skip, take } = skipTake(query)
  const [page, total] = await Promise.all([
    db().pool.query(
      `with page as materialized (
        select t.address, row_number() over (order by ${by}, ${tie}) as place
        from token t ${join(at(1))} ${where}
        order by ${by}, ${tie} limit ${at(2)} offset ${at(3)}
      )
      select ${CARD_COLUMNS} from page join token t using (address) ${cardJoins(at(1))}
      order by page.place`,
      [...values, deployment().mainToken, take, skip],
    ),
    db().pool.query<{ count: number }>(`select count(*)::int from token t ${where}`, values),
  ])
  return toOffsetPage<TokenCard>(
    tokenCard.array().parse(page.rows),
    total.rows[0]?.count ?? 0,
    query,
  )
}
