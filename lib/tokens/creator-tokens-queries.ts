import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { changeSinceLaunch, startPrice, tokenPrice } from "@/lib/tokens/prices"
import { type CreatorToken, creatorToken } from "./creator-tokens-schema"

/** Launches of one creator that are looked at; the newest say most about it. */
export const MAX_CREATOR_TOKENS = 50

const readOtherTokens = statement(
  { dev: "text", except: "text", mainToken: "text" },
  ({ dev, except, mainToken }) =>
    db
      .selectFrom(
        db
          .selectFrom("token")
          .select("address")
          .where("dev", "=", dev)
          .where("address", "!=", except)
          .where("address", "!=", mainToken)
          .orderBy("created_at", "desc")
          .orderBy("project_id", "desc")
          .limit(MAX_CREATOR_TOKENS)
          .as("newest"),
      )
      .innerJoin("token as t", "t.address", "newest.address")
      .innerJoin("project as p", "p.id", "t.project_id")
      .crossJoinLateral(tokenPrice(mainToken))
      .crossJoinLateral(startPrice(mainToken))
      .select([
        "t.address",
        "t.name",
        "t.symbol",
        "p.image",
        "t.multiplier",
        "t.created_at as createdAt",
        "price.in_usd as priceUsd",
        changeSinceLaunch.as("changeSinceLaunch"),
        "t.trade_count as tradeCount",
        "t.holder_count as holderCount",
      ])
      .orderBy("t.created_at", "desc")
      .orderBy("t.project_id", "desc"),
)

/** The newest launches of a token's creator, this one left out. */
export async function findOtherCreatorTokens({
  address,
  dev,
}: Record<"address" | "dev", string>): Promise<CreatorToken[]> {
  const { mainToken } = getDeployment()
  return creatorToken.array().parse(await readOtherTokens({ dev, except: address, mainToken }))
}
