import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText, integerText, isoText } from "@/lib/db/codecs"
import { cursorPage } from "@/lib/db/json-answer"
import { isIdOf, jsonRows, keyedRow } from "@/lib/db/json-rows"
import { MAX_ID } from "@/lib/db/row-ids"
import { unplanned } from "@/lib/db/statement"
import type { Database, ShareTradeTable } from "@/lib/generated/database"
import { notFound } from "@/lib/http/errors"
import { cursorId } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { type LiquidityQuery, liquidity, liquidityPage } from "./liquidity-schema"

type Line = ExpressionBuilder<Database & { r: Selectable<ShareTradeTable> }, "r" | "tx">

const liquidityColumns = ({ ref }: Line) =>
  [
    ref("r.id").as("id"),
    ref("r.buyer").as("buyer"),
    ref("r.outcome").as("outcomeId"),
    integerText(ref("r.shares")).as("shares"),
    integerText(ref("r.usdc")).as("usdcSpent"),
    sql<"buy">`'buy'`.as("tradeType"),
    integerText(ref("r.reserve")).as("newReserve"),
    integerText(ref("r.total_reserve")).as("newTotalReserve"),
    hexText(ref("tx.hash")).as("txHash"),
    ref("tx.block_number").as("blockNumber"),
    isoText(ref("r.time")).as("timestamp"),
    // Divided to 40 digits and rounded once, to a double.
    sql<number>`(${ref("r.reserve")}::numeric(118, 40) / ${ref("r.total_reserve")})::float8`.as(
      "probability",
    ),
  ] as const

const readLiquidity = cursorPage({
  name: "liquidity of a market",
  response: liquidityPage,
  parameters: { market: "text", outcome: "integer?", cursor: "bigint" },
  exists: ({ market }) => db.selectFrom("market").select("token").where("token", "=", market),
  // The bounds and the order are of all columns of the index, (token, id) or (token, outcome, id), as with the
  // market fixed the planner would rather walk the primary key and hope to meet a matching row soon.
  rows: ({ market, outcome, cursor, limit }) =>
    db
      .selectFrom("share_trade")
      .selectAll()
      .where(({ ref }) => {
        const owner = outcome ? sql`${ref("token")}, ${ref("outcome")}` : sql`${ref("token")}`
        const values = outcome ? sql`${unplanned(market)}, ${outcome}` : unplanned(market)
        const position = sql`(${owner}, ${ref("id")})`
        return sql<SqlBool>`${position} < (${values}, ${unplanned(cursor)})
          and ${position} >= (${values}, 0::bigint)`
      })
      .orderBy("token", "desc")
      .$if(outcome !== undefined, (trades) => trades.orderBy("outcome", "desc"))
      .orderBy("id", "desc")
      .limit(limit),
  select: (from) =>
    from
      .selectFrom("page as r")
      .innerJoin("tx", "tx.id", "r.tx_id")
      .select(liquidityColumns)
      .orderBy("r.id", "desc"),
  forms: {
    id: "value",
    buyer: "plain",
    outcomeId: "value",
    shares: "plain",
    usdcSpent: "plain",
    tradeType: "plain",
    newReserve: "plain",
    newTotalReserve: "plain",
    txHash: "plain",
    blockNumber: "value",
    timestamp: "plain",
    probability: "value",
  },
})

/** Purchases by row id. */
export const readLiquidityRows = jsonRows({
  name: "liquidity by id",
  response: liquidity,
  parameters: { ids: "bigint[]" },
  rows: ({ ids }) =>
    db
      .selectFrom("share_trade as r")
      .innerJoin("tx", "tx.id", "r.tx_id")
      .select((line) => keyedRow(line.ref("r.id"), db.selectNoFrom(liquidityColumns(line))))
      .where(({ ref }) => isIdOf(ref("r.id"), ids)),
})

/** GET /api/v1/markets/{address}/liquidity. */
export async function findLiquidityJson(
  market: string,
  { cursor, limit, outcomeId: outcome }: LiquidityQuery,
): Promise<RawBody> {
  const bounds = { cursor: cursorId(cursor)?.toString() ?? MAX_ID, limit }
  const answer = await readLiquidity({ market, outcome, ...bounds })
  if (!answer) throw notFound("MARKET_NOT_FOUND")
  return answer
}
