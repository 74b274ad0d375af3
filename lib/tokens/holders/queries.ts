import { deployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db"
import { DAY_CHANGE, dayAgoJoin } from "@/lib/tokens/browse/queries"
import { PRICE_USD, quoteJoin } from "@/lib/tokens/pricing"
import { type HolderRow, type Holding, holderRow, holding } from "./schema"

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
