import { sql } from "kysely"
import { z } from "zod"
import { units } from "@/lib/api/wire"
import { getDeployment } from "@/lib/chain/deployment"
import { db, pool } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { joinQuotePrice, joinStartPrice, PRICE_USD } from "@/lib/tokens/pricing"
import { toTokenKind as poolKindOf } from "@/lib/tokens/schema"

export type WalletSummary = {
  firstSeen: Date | null
  trades: number
  volumeUsd: bigint
  created: number
  holds: number
  /** Markets with shares of the wallet that may still pay. */
  bets: number
}

const selectSummary = statement({ wallet: "text", mainToken: "text" }, ({ wallet, mainToken }) => {
  const countRows = sql<number>`count(*)::int`
  const count = countRows.as("rows")
  const firstTransfer = (side: "to" | "from") =>
    db.selectFrom("transfer").select("tx_id").where(side, "=", wallet).orderBy("id").limit(1)
  const firstTx = db
    .selectFrom("tx")
    .select("tx.time")
    .where("tx.id", "=", ({ fn }) =>
      fn<string>("least", [firstTransfer("to"), firstTransfer("from")]),
    )
  const tokens = db.selectFrom("token").where("dev", "=", wallet)
  const bets = db
    .selectFrom("share_holder as h")
    .innerJoin("market as m", "m.token", "h.token")
    .select(({ ref }) => sql<number>`count(distinct ${ref("h.token")})::int`.as("markets"))
    .where("h.wallet", "=", wallet)
    .where("h.shares", ">", "0")
    .where((eb) =>
      eb.or([
        eb("m.resolved_at", "is", null),
        eb("m.invalidated_at", "is not", null),
        eb("m.final_outcome", "=", eb.ref("h.outcome")),
      ]),
    )
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("market_event as e")
            .select("e.id")
            .where("e.wallet", "=", wallet)
            .where("e.token", "=", ref("h.token"))
            .where("e.action", "=", "redeem"),
        ),
      ),
    )
  return db
    .selectFrom("trade")
    .select(({ fn }) => [
      countRows.as("trades"),
      fn.coalesce(fn.sum<string>("amount_usdc"), sql<string>`0`).as("volumeUsd"),
      fn<Date | null>("least", [
        firstTx,
        tokens.select((eb) => eb.fn.min("created_at").as("time")),
      ]).as("firstSeen"),
      tokens.select(count).where("address", "<>", mainToken).$asScalar().$notNull().as("created"),
    ])
    .select((eb) => [
      eb
        .selectFrom("holder")
        .select(count)
        .where("wallet", "=", wallet)
        .where("balance", ">", "0")
        .$asScalar()
        .$notNull()
        .as("holds"),
      bets.$asScalar().$notNull().as("bets"),
    ])
    .where("user", "=", wallet)
    .where("type", "in", [0, 1, 2, 3])
    .where("routing_leg", "=", false)
})

/** Counts of a wallet, without routing legs of trades. A launch transfers no token to its creator. All zero for an unknown wallet. */
export async function findWalletSummary(wallet: string): Promise<WalletSummary> {
  const [summary] = await selectSummary({ wallet, mainToken: getDeployment().mainToken })
  if (!summary) throw new Error("An aggregate gave no row")
  return { ...summary, volumeUsd: BigInt(summary.volumeUsd) }
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
