import { z } from "zod"
import { units } from "@/lib/api/wire"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { joinQuotePrice, joinStartPrice, PRICE_USD } from "@/lib/tokens/pricing"
import { toTokenKind as poolKindOf } from "@/lib/tokens/schema"

const walletSummary = z.object({
  firstSeen: z.date().nullable(),
  trades: z.int(),
  volumeUsd: units,
  created: z.int(),
  holds: z.int(),
  /** Markets with shares of the wallet that may still pay. */
  bets: z.int(),
})

export type WalletSummary = z.output<typeof walletSummary>

/** Counts of a wallet, without routing legs of trades. A launch transfers no token to its creator. All zero for an unknown wallet. */
export async function findWalletSummary(wallet: string): Promise<WalletSummary> {
  const { rows } = await pool().query(
    `select
      least((select tx.time from tx where tx.id = least(
        (select tx_id from transfer where "to" = $1 order by id limit 1),
        (select tx_id from transfer where "from" = $1 order by id limit 1))),
        (select min(created_at) from token where dev = $1)) as "firstSeen",
      count(*)::int as trades, coalesce(sum(amount_usdc), 0) as "volumeUsd",
      (select count(*)::int from token where dev = $1 and address <> $2) as created,
      (select count(*)::int from holder where wallet = $1 and balance > 0) as holds,
      (select count(distinct h.token)::int from share_holder h join market m using (token)
        where h.wallet = $1 and h.shares > 0
          and (m.resolved_at is null or m.invalidated_at is not null or m.final_outcome = h.outcome)
          and not exists (select 1 from market_event e
            where e.wallet = $1 and e.token = h.token and e.action = 'redeem')) as bets
    from trade where "user" = $1 and type in (0, 1, 2, 3) and not routing_leg`,
    [wallet, getDeployment().mainToken],
  )
  return walletSummary.parse(rows[0])
}

const createdToken = z
  .object({
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    image: z.string().nullable(),
    multiplier: z.int(),
    createdAt: z.date(),
    priceUsd: units.nullable(),
    /** USD price now against that of the launch, in basis points, rounded towards zero. */
    changeSinceLaunch: units.nullable(),
    /** USD traded since the launch, 18 decimals. */
    volumeUsd: units,
    holderCount: z.int(),
    /** The token of a prediction market. */
    isPrediction: z.boolean(),
    frozen: z.boolean().nullable(),
    hasBonded: z.boolean().nullable(),
    bondingTarget: units.nullable(),
    bondingNeeded: units.nullable(),
  })
  .transform((row) => ({ ...row, kind: poolKindOf(row.multiplier), status: getStatus(row) }))

export type CreatedToken = z.output<typeof createdToken>
export type CreatedTokenStatus = "market" | "frozen" | "reward phase" | "established"

function getStatus({
  isPrediction,
  frozen,
  hasBonded,
  bondingTarget,
}: {
  isPrediction: boolean
  frozen: boolean | null
  hasBonded: boolean | null
  bondingTarget: bigint | null
}): CreatedTokenStatus {
  if (isPrediction) return "market"
  if (frozen) return "frozen"
  return hasBonded === false && bondingTarget ? "reward phase" : "established"
}

/** A page of the tokens a wallet has created, newest first, with their current state. */
export async function findCreatedTokens(
  wallet: string,
  { page, limit }: { page: number; limit: number },
): Promise<CreatedToken[]> {
  const { rows } = await pool().query(
    `select t.address, t.name, t.symbol, p.image, t.multiplier,
      t.is_prediction as "isPrediction", t.created_at as "createdAt",
      ${PRICE_USD} as "priceUsd",
      trunc((t.reserve1 * q1 * t.base_reserve0 * s0
        / nullif(t.reserve0 * q0 * t.first_reserve1 * s1, 0) - 1) * 10000)::text
        as "changeSinceLaunch",
      (select coalesce(sum(volume), 0) from candle c
        where c.token = t.address and c.interval_seconds = 86400) as "volumeUsd",
      t.holder_count as "holderCount", r.frozen,
      r.has_bonded as "hasBonded", r.bonding_target as "bondingTarget",
      r.bonding_needed as "bondingNeeded"
    from (
      select * from token where dev = $2 and address <> $1
      order by created_at desc, project_id desc limit $3 offset $4
    ) t join project p on p.id = t.project_id left join token_reading r on r.token = t.address
    ${joinQuotePrice("$1")} ${joinStartPrice("$1")}
    order by t.created_at desc, t.project_id desc`,
    [getDeployment().mainToken, wallet, limit, (page - 1) * limit],
  )
  return createdToken.array().parse(rows)
}
