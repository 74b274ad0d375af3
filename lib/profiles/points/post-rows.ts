import { type AliasedExpression, type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { toUtcDay } from "./due"
import { POINT_RULES } from "./formula"

/** The tables of posts at other networks. Triggers mark the wallets of changed ones as due (migration `post_points`). */
export type PostTable = "x_post" | "moltbook_post"

const COLUMNS = ["id", "wallet", "created_at"] as const

type VerifiedPost = { id: number; wallet: string; created_at: Date }

const verifiedPosts: Record<PostTable, AliasedExpression<VerifiedPost, "post">> = {
  x_post: db.selectFrom("x_post").select(COLUMNS).where("verified", "=", sql.lit(true)).as("post"),
  moltbook_post: db
    .selectFrom("moltbook_post")
    .select(COLUMNS)
    .where("verified", "=", sql.lit(true))
    .as("post"),
}

/** A wallet's verified posts from a day on that count: of each network the first ones of every UTC day. */
export function selectCountedPosts(
  table: PostTable,
  { wallet, since }: { wallet: Expression<string>; since: Expression<Date> },
) {
  const verified = db
    .selectFrom(verifiedPosts[table])
    .select(({ ref }) => [
      "created_at as time",
      sql<number>`row_number() over (
        partition by ${toUtcDay(ref("created_at"))} order by ${ref("created_at")}, ${ref("id")})`.as(
        "ordinal",
      ),
    ])
    .where("wallet", "=", wallet)
    .where("created_at", ">=", since)
  return db
    .selectFrom(verified.as("v"))
    .select("v.time")
    .where("v.ordinal", "<=", sql.lit(POINT_RULES.postsPerDay))
}
