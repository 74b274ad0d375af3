import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { skipTake } from "@/lib/http/pagination"
import { type Author, findAuthors } from "@/lib/profiles/authors"
import { findPublicSocials } from "@/lib/profiles/social-links"
import { getTier } from "@/lib/profiles/tiers"
import { beginOf, placeOf, rankedWallets } from "./chunks"
import type { Leaderboard, LeaderboardQuery } from "./leaderboard-schema"

/** GET /api/v1/leaderboard: a page costs the same wherever it is. */
export async function findLeaderboard(query: LeaderboardQuery): Promise<Leaderboard> {
  const { page, limit } = query
  const { skip, take } = skipTake(query)
  const [ranked, [all]] = await Promise.all([selectRanked({ skip, take }), selectTotal({})])
  const wallets = ranked.map(({ wallet }) => wallet)
  const [authors, socials] = await Promise.all([findAuthors(wallets), findPublicSocials(wallets)])
  const total = all?.count ?? 0
  return {
    data: wallets.map((wallet, place) => ({
      rank: skip + place + 1,
      wallet,
      ...pickName(authors.get(wallet)),
      socials: socials.get(wallet) ?? [],
    })),
    pagination: {
      ...{ total, page, limit },
      pages: Math.ceil(total / limit),
      hasMore: skip + take < total,
    },
  }
}

/** What an entry shows of its wallet; the lowest tier when its last points went away meanwhile. */
function pickName(author: Author | undefined) {
  const { tier, tierEmoji } = author ?? getTier(0n)
  return {
    username: author?.username ?? null,
    avatarUrl: author?.avatarUrl ?? null,
    tier,
    tierEmoji,
  }
}

const selectTotal = statement({}, rankedWallets)

/** The chunk that holds the first place of the page is found by the sizes of those before it. */
const selectRanked = statement({ skip: "bigint", take: "integer" }, ({ skip, take }) => {
  const counted = db
    .selectFrom("rank_chunk as c")
    .selectAll()
    .select(({ fn }) =>
      fn
        .sum<string>("c.wallets")
        .over((over) => over.orderBy("c.place").orderBy("c.reached_at").orderBy("c.wallet"))
        .as("until"),
    )
  const chunk = db
    .selectFrom(counted.as("c"))
    .selectAll()
    .where("c.until", ">", skip)
    .orderBy("c.until")
    .limit(sql.lit(1))
  return db
    .selectFrom(chunk.as("chunk"))
    .innerJoinLateral(
      ({ selectFrom, ref }) =>
        selectFrom("wallet_points as o")
          .select(["o.wallet", "o.total", "o.reached_at"])
          .where("o.total", ">", sql.lit("0"))
          .where(sql<boolean>`${placeOf("o")} >= ${beginOf("chunk")}`)
          .orderBy(({ ref: column }) => sql`-${column("o.total")}`)
          .orderBy("o.reached_at")
          .orderBy("o.wallet")
          .limit(take)
          .offset(sql<number>`${skip} - (${ref("chunk.until")} - ${ref("chunk.wallets")})`)
          .as("w"),
      (join) => join.onTrue(),
    )
    .select("w.wallet")
    .orderBy("w.total", "desc")
    .orderBy("w.reached_at")
    .orderBy("w.wallet")
})
