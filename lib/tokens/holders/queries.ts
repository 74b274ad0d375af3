import { z } from "zod"
import { units } from "@/lib/api/wire"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { DAY_CHANGE, DAY_START_ID, joinPriceDayAgo } from "@/lib/tokens/list/day-change"
import { joinQuotePrice, PRICE_USD } from "@/lib/tokens/pricing"
import { listContractNames } from "./contract-names"
import { type HolderRow, type HolderTable, type Holding, holderRow, holding } from "./schema"

/** The largest holders of a token with their share of all balances. */
export async function findHolders(token: string, limit = 20): Promise<HolderRow[]> {
  const { rows } = await pool().query(
    `select wallet, balance,
      div(balance * 10000, nullif((select sum(balance) from holder where token = $1 and balance > 0), 0))::int as share
    from holder where token = $1 and balance > 0 order by balance desc, wallet limit $2`,
    [token, limit],
  )
  return holderRow.array().parse(rows)
}

const TOP_HOLDERS = 10

const tableRow = holderRow.extend({ pool: z.string().nullable(), dayTraded: units })
const totalsRow = z.object({ supply: units, topTen: units, creator: units })

/** The largest holders with what they traded in a day; a token's contract is the pool of its symbol. */
const SELECT_LARGEST = `
  select wallet, balance, div(balance * 10000, supply)::int as share, symbol as pool,
    (select coalesce(sum(case when d.type in (0, 2) then amount_token else -amount_token end), 0)
      from trade d where d.token = $1 and d."user" = wallet and d.type in (0, 1, 2, 3)
        and d.id >= ${DAY_START_ID}) as "dayTraded"
  from (
    select wallet, balance from holder where token = $1 and balance > 0
    order by balance desc, wallet limit $2
  ) largest
  cross join (select sum(balance) as supply from holder where token = $1 and balance > 0) whole
  left join token pool on pool.address = wallet
  order by balance desc, wallet`

/** $2 is the creator, $3 are contracts of the platform: these and the pools of tokens are no wallets. */
const SELECT_TOTALS = `
  select (select coalesce(sum(balance), 0) from holder where token = $1 and balance > 0) as supply,
    (select coalesce(sum(balance), 0) from (
      select balance from holder where token = $1 and balance > 0 and wallet <> all($3::text[])
        and not exists (select 1 from token where address = wallet)
      order by balance desc limit ${TOP_HOLDERS}
    ) largest) as "topTen",
    coalesce((select balance from holder where token = $1 and wallet = $2 and balance > 0), 0)
      as creator`

/** Who holds a token: the `limit` largest holders by name, and how concentrated it is. */
export async function findHolderTable(
  { address, dev }: { address: string; dev: string },
  limit: number,
): Promise<HolderTable> {
  const labels = listContractNames(address)
  const [table, sums] = await Promise.all([
    pool().query(SELECT_LARGEST, [address, limit]),
    pool().query(SELECT_TOTALS, [address, dev, [...labels.keys()]]),
  ])
  const { supply, topTen, creator } = totalsRow.parse(sums.rows[0])
  const toShare = (balance: bigint) => (supply === 0n ? 0 : Number((balance * 10_000n) / supply))
  const rows = tableRow.array().parse(table.rows)
  return {
    supply,
    holders: rows.map(({ pool, ...row }) => {
      const label = labels.get(row.wallet) ?? (pool === null ? null : `Pool of ${pool}`)
      return { ...row, label }
    }),
    topTenShare: topTen === 0n ? null : toShare(topTen),
    creatorBalance: creator,
    creatorShare: toShare(creator),
  }
}

/** What a wallet holds, most valuable first, at the current USD prices. */
export async function findWalletHoldings(wallet: string): Promise<Holding[]> {
  const { rows } = await pool().query(
    `select t.address as token, t.name, t.symbol, p.image, h.balance, price as "priceUsd",
      div(h.balance * price, 1000000000000000000) as "valueUsd", ${DAY_CHANGE} as "dayChange"
    from holder h join token t on t.address = h.token join project p on p.id = t.project_id
    ${joinQuotePrice("$2")} ${joinPriceDayAgo("$2")} cross join lateral (select ${PRICE_USD} as price) priced
    where h.wallet = $1 and h.balance > 0 order by "valueUsd" desc nulls last, t.project_id`,
    [wallet, getDeployment().mainToken],
  )
  return holding.array().parse(rows)
}
