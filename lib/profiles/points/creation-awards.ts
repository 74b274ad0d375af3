import { orderKinds } from "@/lib/markets/constants"
import { type Client, MIN_PREDICTION, MIN_TRADE, markWalletsDue } from "./due"
import { POINT_RULES } from "./formula"

/** Tokens computed by one call. */
const TOKENS_PER_BATCH = 200

type ChangedAward = { wallet: string; day: number }

/**
 * Computes the awards of due creations, and marks the creators of changed awards. Platform contracts do not count as
 * buyers. Returns the number of creations.
 */
export async function computeCreationAwards(
  client: Client,
  platform: readonly string[],
): Promise<number> {
  const taken = await client.query<{ token: string }>(
    `delete from creation_due where token in (
      select token from creation_due order by token limit ${TOKENS_PER_BATCH}
    ) returning token`,
  )
  const tokens = taken.rows.map(({ token }) => token)
  if (tokens.length === 0) return 0
  const { rows } = await client.query<ChangedAward>(COMPUTE_AWARDS, [tokens, platform])
  await markWalletsDue(client, rows)
  return tokens.length
}

/** The first row after a row that is a buy by a new wallet. A market is bought by a share trade or a fill. */
const nextBuyer = (after: string, knownBuyers: string) => `(
  (select t.id, t.time, t."user" as buyer from trade t
    where not c.is_market and t.token = c.token and t.type = 0 and not t.routing_leg
      and t.amount_usdc >= ${MIN_TRADE} and t.id > ${after} and t."user" <> c.creator
      and t."user" <> all(${knownBuyers}) and t."user" <> all($2) order by t.id limit 1)
  union all
  (select s.id, s.time, s.buyer from share_trade s
    where c.is_market and s.token = c.token and s.usdc >= ${MIN_PREDICTION} and s.id > ${after}
      and s.buyer <> c.creator and s.buyer <> all(${knownBuyers}) and s.buyer <> all($2)
    order by s.id limit 1)
  union all
  (select o.id, o.time, o.buyer from order_event o
    where c.is_market and o.token = c.token and o.kind = ${orderKinds.filled}
      and o.usdc >= ${MIN_PREDICTION} and o.id > ${after} and o.buyer <> c.creator
      and o.buyer <> all(${knownBuyers}) and o.buyer <> all($2) order by o.id limit 1)
  order by id limit 1
)`

const COMPUTE_AWARDS = `with recursive creations as (
    select k.token, k.creator, m.token is not null as is_market
    from token_creation k left join market_creation m on m.token = k.token
    where k.token = any($1)
  ), buyers as (
    select c.token, c.creator, c.is_market, n.id, n.time, array[n.buyer] as met
    from creations c cross join lateral ${nextBuyer("-1", "'{}'::text[]")} n
    union all
    select c.token, c.creator, c.is_market, n.id, n.time, c.met || n.buyer
    from buyers c cross join lateral ${nextBuyer("c.id", "c.met")} n
    where cardinality(c.met) < ${POINT_RULES.buyersForAward}
  ), awards as (
    select token, creator as wallet, id, time,
      case when is_market then ${POINT_RULES.marketAward} else ${POINT_RULES.tokenAward} end as points
    from buyers where cardinality(met) = ${POINT_RULES.buyersForAward}
  ), old as (
    select * from creation_award where token = any($1)
  ), gone as (
    delete from creation_award where token = any($1) and token not in (select token from awards)
  ), kept as (
    insert into creation_award (token, wallet, id, time, points)
    select token, wallet, id, time, points from awards
    on conflict (token) do update set wallet = excluded.wallet, id = excluded.id,
      time = excluded.time, points = excluded.points
  ), changed as (
    (select wallet, time, id, token, points from old except select wallet, time, id, token, points from awards)
    union all
    (select wallet, time, id, token, points from awards except select wallet, time, id, token, points from old)
  )
  select wallet, (time at time zone 'UTC')::date - date '1970-01-01' as day from changed`
