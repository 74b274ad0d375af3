import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { type Author, findAuthors } from "@/lib/profiles/authors"
import { rankOf } from "@/lib/profiles/ranks/chunks"
import { getTier } from "@/lib/profiles/tiers"
import type { OwnReferrals, ReferralCounts } from "./schema"

const MAX_LISTED = 500

/** GET /api/v1/me/referrals. */
export async function findOwnReferrals(wallet: string): Promise<OwnReferrals> {
  const [counts, rows] = await Promise.all([readCounts(wallet), selectUsers({ wallet })])
  const authors = await findAuthors([wallet, ...rows.map((row) => row.wallet)])
  const users = rows.map((row) => ({ ...row, ...pickName(authors.get(row.wallet)) }))
  const { tier, tierEmoji } = pickName(authors.get(wallet))
  return {
    referrer: users.find(({ layer }) => layer === null) ?? null,
    tier,
    tierEmoji,
    directCount: counts.direct,
    indirectCount: counts.indirect,
    referrals: users.filter(({ layer }) => layer !== null),
  }
}

function pickName(author: Author | undefined) {
  const { tier, tierEmoji } = author ?? getTier(0n)
  return { username: author?.username ?? null, tier, tierEmoji }
}

/** GET /api/v1/profile/{wallet}/referrals. */
export async function findReferralCounts(wallet: string): Promise<ReferralCounts> {
  const { hasReferrer, direct, indirect } = await readCounts(wallet)
  return {
    wallet,
    hasReferrer,
    directReferrals: direct,
    indirectReferrals: indirect,
    totalReferrals: direct + indirect,
  }
}

async function readCounts(wallet: string) {
  const [counts] = await selectCounts({ wallet })
  if (!counts) throw new Error("Counts have a row")
  return counts
}

const rows = sql<number>`count(*)::int`.as("rows")

const selectCounts = statement({ wallet: "text" }, ({ wallet }) =>
  db.selectNoFrom(({ exists, selectFrom }) => [
    exists(selectFrom("referral").select("wallet").where("wallet", "=", wallet))
      .$castTo<boolean>()
      .as("hasReferrer"),
    sql<number>`(${selectFrom("referral").select(rows).where("referrer", "=", wallet)})`.as(
      "direct",
    ),
    sql<number>`(${selectSecondLayer(wallet).select(rows)})`.as("indirect"),
  ]),
)

const selectSecondLayer = (wallet: Expression<string>) =>
  db
    .selectFrom("referral as first")
    .innerJoin("referral as r", "r.referrer", "first.wallet")
    .where("first.referrer", "=", wallet)

/** Nulls, of wallets without a rank, come last. */
const byRank = sql`-points.total, points.reached_at, points.wallet`

/** The wallet's referrer, and the wallets it referred in both layers: by rank, wallets without one last. */
const selectUsers = statement({ wallet: "text" }, ({ wallet }) => {
  const own = db
    .selectFrom("referral as r")
    .select(["r.referrer as wallet", "r.set_at", sql<number | null>`null::int`.as("layer")])
    .where("r.wallet", "=", wallet)
  const first = db
    .selectFrom("referral as r")
    .select(["r.wallet", "r.set_at", sql<number | null>`1`.as("layer")])
    .where("r.referrer", "=", wallet)
  const second = selectSecondLayer(wallet).select([
    "r.wallet",
    "r.set_at",
    sql<number | null>`2`.as("layer"),
  ])
  const listed = db
    .selectFrom(first.unionAll(second).as("u"))
    .leftJoin("wallet_points as points", (join) =>
      join.onRef("points.wallet", "=", "u.wallet").on("points.total", ">", sql.lit("0")),
    )
    .select(["u.wallet", "u.set_at", "u.layer"])
    .orderBy(byRank)
    .orderBy("u.set_at")
    .orderBy("u.wallet")
    .limit(sql.lit(MAX_LISTED))
  return db
    .selectFrom(own.unionAll(db.selectFrom(listed.as("l")).selectAll()).as("u"))
    .leftJoin("wallet_points as points", "points.wallet", "u.wallet")
    .select(({ fn }) => [
      "u.wallet",
      "u.set_at as joinedAt",
      "u.layer",
      fn.coalesce(rankOf("points"), sql<number>`0`).as("rank"),
    ])
    .orderBy(byRank)
    .orderBy("u.set_at")
    .orderBy("u.wallet")
})
