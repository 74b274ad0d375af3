import { sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { changeSinceLaunch, startPrice, tokenPrice } from "@/lib/tokens/prices"

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
  const traded = db.selectFrom("wallet_trades").where("wallet", "=", wallet)
  return db
    .selectNoFrom(({ fn }) => [
      fn
        .coalesce(
          traded.select(({ ref }) => sql<number>`${ref("buys")} + ${ref("sells")}`.as("trades")),
          sql<number>`0`,
        )
        .as("trades"),
      fn.coalesce(traded.select("volume"), sql<string>`0`).as("volumeUsd"),
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
})

/**
 * Counts of a wallet, without routing legs of trades. A launch transfers no token to its creator. All zero for an unknown
 * wallet.
 */
export async function findWalletSummary(wallet: string): Promise<WalletSummary> {
  const [row] = await selectSummary({ wallet, mainToken: getDeployment().mainToken })
  if (!row) throw new Error("A summary gave no row")
  return { ...row, volumeUsd: BigInt(row.volumeUsd) }
}

export type CreatedToken = Awaited<ReturnType<typeof findCreatedTokens>>[number]
export type CreatedTokenStatus = "market" | "frozen" | "reward phase" | "established"

type OnchainState = Awaited<ReturnType<typeof selectCreatedTokens>>[number]

function getStatus({
  isPrediction,
  frozen,
  hasBonded,
  bondingTarget,
}: OnchainState): CreatedTokenStatus {
  if (isPrediction) return "market"
  if (frozen) return "frozen"
  return hasBonded === false && BigInt(bondingTarget ?? 0) > 0n ? "reward phase" : "established"
}

const selectCreatedTokens = statement(
  { dev: "text", mainToken: "text", limit: "integer", offset: "integer" },
  ({ dev, mainToken, limit, offset }) =>
    db
      .selectFrom(
        db
          .selectFrom("token")
          .selectAll()
          .where("dev", "=", dev)
          .where("address", "<>", mainToken)
          .orderBy("created_at", "desc")
          .orderBy("project_id", "desc")
          .limit(limit)
          .offset(offset)
          .as("page"),
      )
      .innerJoin("token as t", "t.address", "page.address")
      .innerJoin("project as p", "p.id", "t.project_id")
      .leftJoin("token_reading as r", "r.token", "t.address")
      .crossJoinLateral(tokenPrice(mainToken))
      .crossJoinLateral(startPrice(mainToken))
      .select(["t.address", "t.name", "t.symbol", "p.image"])
      .select(["t.is_prediction as isPrediction", "t.created_at as createdAt"])
      .select(["t.holder_count as holderCount", "price.in_usd as priceUsd"])
      .select(["r.frozen", "r.has_bonded as hasBonded"])
      .select(["r.bonding_target as bondingTarget", "r.bonding_needed as bondingNeeded"])
      .select(changeSinceLaunch.as("changeSinceLaunch"))
      .select(({ selectFrom, ref }) =>
        selectFrom("candle as c")
          .select(({ fn }) => fn.sum<string>("c.volume").as("volume"))
          .where("c.token", "=", ref("t.address"))
          .where("c.interval_seconds", "=", 86_400)
          .as("volumeUsd"),
      )
      .orderBy("t.created_at", "desc")
      .orderBy("t.project_id", "desc"),
)

/** A page of the tokens a wallet has created, newest first, with their current state. */
export async function findCreatedTokens(
  wallet: string,
  { page, limit }: { page: number; limit: number },
) {
  const { mainToken } = getDeployment()
  const offset = (page - 1) * limit
  const rows = await selectCreatedTokens({ dev: wallet, mainToken, limit, offset })
  return rows.map((row) => ({
    ...row,
    status: getStatus(row),
    priceUsd: toBigInt(row.priceUsd),
    /** Current USD price against that of the launch, in basis points, rounded towards zero. */
    changeSinceLaunch: toBigInt(row.changeSinceLaunch),
    /** USD traded since the launch, 18 decimals. */
    volumeUsd: BigInt(row.volumeUsd ?? 0),
    bondingTarget: toBigInt(row.bondingTarget),
    bondingNeeded: toBigInt(row.bondingNeeded),
  }))
}

export const toBigInt = (text: string | null) => (text === null ? null : BigInt(text))
