import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { joinQuotePrice, joinStartPrice, PRICE_USD } from "@/lib/tokens/pricing"
import { type CreatorToken, creatorToken } from "./creator-tokens-schema"

/** Launches of one creator that are looked at; the newest say most about it. */
export const MAX_CREATOR_TOKENS = 50

/** A pool opens at its base reserves, and the first Sync row holds the quote side of these. */
const SELECT_CREATOR_TOKENS = `
  select t.address, t.name, t.symbol, p.image, t.multiplier, t.created_at as "createdAt",
    ${PRICE_USD} as "priceUsd",
    trunc((t.reserve1 * q1 * t.base_reserve0 * s0
      / nullif(t.reserve0 * q0 * t.first_reserve1 * s1, 0) - 1) * 10000)::text
      as "changeSinceLaunch",
    t.trade_count as "tradeCount", t.holder_count as "holderCount"
  from (
    select address from token where dev = $2 and address <> $3 and address <> $1
    order by created_at desc, project_id desc limit ${MAX_CREATOR_TOKENS}
  ) newest join token t using (address) join project p on p.id = t.project_id
  ${joinQuotePrice("$1")} ${joinStartPrice("$1")}
  order by t.created_at desc, t.project_id desc`

/** The newest launches of a token's creator, this one left out. */
export async function findOtherCreatorTokens(token: {
  address: string
  dev: string
}): Promise<CreatorToken[]> {
  const { rows } = await pool().query(SELECT_CREATOR_TOKENS, [
    getDeployment().mainToken,
    token.dev,
    token.address,
  ])
  return creatorToken.array().parse(rows)
}
