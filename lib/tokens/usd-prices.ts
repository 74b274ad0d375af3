import { sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { tokenPrice } from "./prices"

const selectUsdPrices = statement(
  { tokens: "text[]", mainToken: "text" },
  ({ tokens, mainToken }) =>
    db
      .selectFrom("token as t")
      .crossJoinLateral(tokenPrice(mainToken))
      .select(["t.address", "price.in_usd as price"])
      .where("t.address", "=", sql<string>`any(${tokens})`),
)

/** USD prices of tokens now, 18 decimals, rounded down; without those that have none. */
export async function findUsdPrices(tokens: readonly string[]): Promise<Map<string, bigint>> {
  if (tokens.length === 0) return new Map()
  const rows = await selectUsdPrices({ tokens, mainToken: getDeployment().mainToken })
  return new Map(
    rows.flatMap(({ address, price }) =>
      price === null ? [] : [[address, BigInt(price)] as const],
    ),
  )
}
