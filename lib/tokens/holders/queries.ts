import { z } from "zod"
import { deployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db"
import { DAY_CHANGE, DAY_START, dayAgoJoin } from "@/lib/tokens/browse/day"
import { PRICE_USD, quoteJoin } from "@/lib/tokens/pricing"
import { contractNames } from "./names"
import { type HolderRow, type HolderTable, type Holding, holderRow, holding } from "./schema"

/** The largest holders of a token with their share of all balances. */
export async function findHolders(token: string, limit = 20): Promise<HolderRow[]> {
  const { rows } = await db().pool.query(
    `select wallet, balance,
      div(balance * 10000, nullif((select sum(balance) from holder where token = $1 and balance > 0), 0))::int as share
    from holder where token = $1 and balance > 0 order by balance desc, wallet limit $2`,
    [token, limit],
  )
  return holderRow.array().parse(rows)
}

const TOP = 10

const units = z.string().transform(BigInt)

const tableRow = holderRow.extend({ dayTraded: units, rank: z.int().nullable() })
const totals = z.object({ supply: units, creator: units })

/**
 * The largest holders with their share and what they traded in a day, the share of the ten largest
 * wallets, and the creator's. $2 are the platform's contracts, which are listed but not ranked.
 */
const TABLE = `
  with whole as (
    select coalesce(sum(balance), 0) as supply from holder where token = $1 and balance > 0
  ), largest as materialized (
    select wallet, balance from holder where token = $1 and balance > 0
    order by balance desc, wallet limit $3::int + cardinality($2::text[])
  ), ranked as (
    select *, case when wallet <> all($2::text[])
      then row_number() over (partition by wallet <> all($2::text[]) order by balance desc, wallet)
      end::int as rank
    from largest
  )
  select wallet, balance, div(balance * 10000, (select supply from whole))::int as share, rank,
    (select coalesce(sum(case when d.type in (0, 2) then amount_token else -amount_token end), 0)
      from trade d where d.token = $1 and d."user" = wallet and d.type in (0, 1, 2, 3)
        and d.id >= ${DAY_START}) as "dayTraded"
  from ranked order by balance desc, wallet`

const TOTALS = `
  select (select coalesce(sum(balance), 0) from holder where token = $1 and balance > 0) as supply,
    coalesce((select balance from holder where token = $1 and wallet = $2 and balance > 0), 0)
      as creator`

/** Who holds a token: the `limit` largest holders by name, and how concentrated it is. */
export async function findHolderTable(
  { address, dev }: { address: string; dev: string },
  limit: number,
): Promise<HolderTable> {
  const names = contractNames(address)
  const [table, sums] = await Promise.all([
    db().pool.query(TABLE, [address, [...names.keys()], Math.max(limit, TOP)]),
    db().pool.query(TOTALS, [address, dev]),
  ])
  const rows = tableRow.array().parse(table.rows)
  const { supply, creator } = totals.parse(sums.rows[0])
  const topTen = rows.filter(({ rank }) => rank !== null && rank <= TOP)
  const share = (balance: bigint) => (supply === 0n ? 0 : Number((balance * 10_000n) / supply))
  return {
    supply,
    holders: rows.slice(0, limit).map(({ rank: _, ...row }) => {
      return { ...row, label: names.get(row.wallet) ?? null }
    }),
    topTenShare: topTen.length === 0 ? null : share(topTen.reduce((sum, h) => sum + h.balance, 0n)),
    creatorBalance: creator,
    creatorShare: share(creator),
  }
}

/** What a wallet holds, most valuable first, at the current USD prices. */
export async function findWalletHoldings(wallet: string): Promise<Holding[]> {
  const { rows } = await db().pool.query(
    `select t.address as token, t.name, t.symbol, p.image, h.balance, price as "priceUsd",
      div(h.balance * price, 1000000000000000000) as "valueUsd", ${DAY_CHANGE} as "dayChange"
    from holder h join token t on t.address = h.token join project p on p.id = t.project_id
    ${quoteJoin("$2")} ${dayAgoJoin("$2")} cross join lateral (select ${PRICE_USD} as price) priced
    where h.wallet = $1 and h.balance > 0 order by "valueUsd" desc nulls last, t.project_id`,
    [wallet, deployment().mainToken],
  )
  return holding.array().parse(rows)
}
