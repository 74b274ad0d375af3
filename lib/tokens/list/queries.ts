import { z } from "zod"
import { skipTake, toOffsetPage } from "@/lib/api/pagination"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { buildWhere } from "@/lib/tokens/filters"
import { SURGE_JOIN } from "@/lib/tokens/indexed-state"
import { joinQuotePrice, PRICE_USD, toLiquidityUsd } from "@/lib/tokens/pricing"
import { type LaunchpadQuery, type TokenCard, tokenCard } from "@/lib/tokens/schema"
import { DAY_CHANGE, DAY_START_ID, joinPriceDayAgo, selectMainPriceAtStart } from "./day-change"

const LIQUIDITY = toLiquidityUsd("t.reserve1", "q1", "q0")

/** Joins for CARD_COLUMNS from `token t`; `main` is the placeholder of the main token. */
export const joinCardTables = (main: string) => `
  join project p on p.id = t.project_id
  ${joinQuotePrice(main)}
  cross join lateral (
    select coalesce(sum(amount_usdc), 0) as volume, count(*)::int as trades from trade d
    where d.token = t.address and d.type in (0, 1, 2, 3) and d.id >= ${DAY_START_ID}
      and not d.routing_leg
  ) day
  ${joinPriceDayAgo(main)}
  left join token_reading reading on reading.token = t.address
  ${SURGE_JOIN}`

export const CARD_COLUMNS = `
  p.id, t.address, t.name, t.symbol, p.description, p.image, t.dev, t.multiplier,
  t.created_at as "createdAt", t.last_activity_at as "lastActivityAt",
  ${PRICE_USD} as "priceUsd", ${LIQUIDITY} as "liquidityUsd",
  ${DAY_CHANGE} as "dayChange",
  day.volume as "dayVolumeUsd", day.trades as "dayTrades",
  t.trade_count as "tradeCount", t.holder_count as "holderCount", p.comment_count as "commentCount",
  p.vetted, reading.frozen,
  reading.bonding_target as "bondingTarget", reading.bonding_needed as "bondingNeeded",
  reading.has_bonded as "hasBonded",
  case when surge.ends_at > now() then surge.ends_at end as "surgeEndsAt"`

/** Factor of the USD price over a day: that of the price in TIDE times that of TIDE since the launch. */
const toDayFactor = (main: string) => `coalesce(r.moved, 1) * case when t.address = ${main} then 1
  when t.created_at > now() - interval '24 hours' then coalesce((
    select (reserve1::numeric(160, 60) / nullif(reserve0, 0) / nullif(${selectMainPriceAtStart(main)}, 0))::float8
    from token where address = ${main}), 1)
  else coalesce((select moved from token_day where token = ${main}), 1) end`

const joinDayStats = () => "left join token_day r on r.token = t.address"

type SortOrder = { join?: (main: string) => string; by: (main: string) => string }

/** Sort expressions, descending. `token_day` is a few seconds old and only decides the order. */
const sortOrders: Record<LaunchpadQuery["sort"], SortOrder> = {
  newest: { by: () => "t.created_at" },
  oldest: { by: () => "t.created_at" },
  active: { join: joinDayStats, by: () => "r.volume" },
  change: { join: joinDayStats, by: toDayFactor },
  moved: { join: joinDayStats, by: (main) => `abs(ln(nullif(${toDayFactor(main)}, 0)))` },
  price: { join: joinQuotePrice, by: () => PRICE_USD },
  liquidity: { join: joinQuotePrice, by: () => LIQUIDITY },
  holders: { by: () => "t.holder_count" },
  progress: {
    join: () => "left join token_reading r on r.token = t.address",
    by: () => "1 - r.bonding_needed / nullif(r.bonding_target, 0)",
  },
}

/** Ties: the younger token first; the older one in ascending order. */
function orderBy({ sort, order }: TokenListOptions, main: string) {
  const isUp = (sort === "oldest") !== (order === "asc")
  const direction = isUp ? "asc" : "desc"
  // Joined rows may be missing. Without a join an index has this order, which "nulls last" would not match.
  const nulls = sortOrders[sort].join ? "nulls last" : ""
  return `${sortOrders[sort].by(main)} ${direction} ${nulls}, t.project_id ${direction}`
}

type TokenListOptions = Pick<LaunchpadQuery, "page" | "limit" | "sort"> & Partial<LaunchpadQuery>

const rowCount = z.object({ count: z.int() })

/** A page of the token list, without the tokens of prediction markets. */
export async function findTokenCards(query: TokenListOptions) {
  const { where, values } = buildWhere({ ...query, isPrediction: false })
  const at = (offset: number) => `$${values.length + offset}`
  const join = sortOrders[query.sort].join?.(at(1)) ?? ""
  const by = orderBy(query, at(1))
  const { skip, take } = skipTake(query)
  const [page, total] = await Promise.all([
    pool().query(
      `with page as materialized (
        select t.address, row_number() over (order by ${by}) as place
        from token t ${join} ${where}
        order by ${by} limit ${at(2)} offset ${at(3)}
      )
      select ${CARD_COLUMNS} from page join token t using (address) ${joinCardTables(at(1))}
      order by page.place`,
      [...values, getDeployment().mainToken, take, skip],
    ),
    pool().query(`select count(*)::int from token t ${where}`, values),
  ])
  return toOffsetPage<TokenCard>(
    tokenCard.array().parse(page.rows),
    rowCount.parse(total.rows[0]).count,
    query,
  )
}
