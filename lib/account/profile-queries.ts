import { type Expression, sql } from "kysely"
import { startRecords } from "@/lib/agents/record/compute"
import { findAgentConfidence } from "@/lib/agents/record/queries"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { startComputation } from "@/lib/profiles/points/background"
import { todayUtc } from "@/lib/profiles/points/due"
import { rankOf } from "@/lib/profiles/ranks/chunks"
import type { OwnProfile, Profile } from "@/lib/profiles/schema"
import { findSocialLinks, toPublicSocial } from "@/lib/profiles/social-links"
import { getTier } from "@/lib/profiles/tiers"
import { platformDetails } from "@/lib/profiles/validation"

/** GET /api/v1/profile/{wallet}. */
export async function findProfile(wallet: string): Promise<Profile> {
  const [row, links] = await Promise.all([readProfile(wallet), findSocialLinks(wallet)])
  const shown = links.filter(({ isPublic }) => isPublic)
  const account = shown.find(({ platform, isLinked }) => platform === "x" && isLinked)
  return {
    wallet,
    username: row.username ?? account?.handle ?? null,
    avatarUrl: row.avatarUrl ?? account?.picture ?? null,
    ...toTierFields(row),
    socials: shown.map(toPublicSocial),
    xHandle: account?.handle ?? null,
    agent: row.agent === null ? null : { agentId: row.agent.agentId, name: row.agent.name },
    stale: row.isDue,
    lastUpdated: row.computedAt,
  }
}

/** GET /api/v1/me/profile. */
export async function findOwnProfile(wallet: string): Promise<OwnProfile> {
  const [row, links] = await Promise.all([readProfile(wallet), findSocialLinks(wallet)])
  const account = links.find(({ platform, isLinked }) => platform === "x" && isLinked)
  return {
    wallet,
    username: row.username,
    avatarUrl: row.avatarUrl,
    ...toTierFields(row),
    rankDelta: row.rank > 0 && row.rankBefore !== null ? row.rankBefore - row.rank : 0,
    streak: row.streak,
    socials: links.map(({ platform, handle, isPublic }) => ({
      platform,
      handle,
      url: platformDetails[platform].url(handle),
      isPublic,
    })),
    xAccount: account
      ? {
          username: account.handle,
          displayName: account.displayName,
          profileImage: account.picture,
          isPublic: account.isPublic,
        }
      : null,
    stale: row.isDue,
    lastUpdated: row.computedAt,
  }
}

type ProfileRow = Awaited<ReturnType<typeof readProfile>>

function toTierFields({ total, rank, confidence }: ProfileRow) {
  const { tier, tierEmoji } = getTier(BigInt(total ?? 0))
  return { tier, tierEmoji, rank, acsScore: confidence }
}

/** Reads the stored results of a wallet, and starts the computation if it is due. */
async function readProfile(wallet: string) {
  const [[row], agent] = await Promise.all([selectProfile({ wallet }), findAgentConfidence(wallet)])
  if (!row) throw new Error("A given wallet has a row")
  if (row.isDue) startComputation(wallet)
  if (!agent) return { ...row, agent: null, confidence: 0 }
  if (agent.isDue) startRecords(wallet)
  return { ...row, agent, confidence: agent.confidence, isDue: row.isDue || agent.isDue }
}

const selectProfile = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom(sql<{ wallet: string }>`(values (${wallet}))`.as<"given">(sql`given (wallet)`))
    .leftJoin("profile", "profile.wallet", "given.wallet")
    .leftJoin("wallet_points as points", "points.wallet", "given.wallet")
    .leftJoin("rank_snapshot as snapshot", (join) =>
      join.onRef("snapshot.wallet", "=", "given.wallet").on("snapshot.day", "=", todayUtc),
    )
    .leftJoin("points_due as due", "due.wallet", "given.wallet")
    .select(({ ref, fn }) => [
      "profile.username",
      "profile.avatar_url as avatarUrl",
      "points.total",
      "points.computed_at as computedAt",
      fn.coalesce(rankOf("points"), sql<number>`0`).as("rank"),
      "snapshot.rank as rankBefore",
      sql<number>`(${selectStreak(wallet)})`.as("streak"),
      sql<boolean>`${ref("due.wallet")} is not null`.as("isDue"),
    ]),
)

/** Active days in a row that end with today, or with yesterday while today has none. */
function selectStreak(wallet: Expression<string>) {
  const active = db
    .selectFrom("points_day")
    .select(({ ref }) => [
      "day",
      sql<number>`row_number() over (order by ${ref("day")} desc)`.as("position"),
      sql<Date>`max(${ref("day")}) over ()`.as("last"),
    ])
    .where("wallet", "=", wallet)
    .where("day", "<=", todayUtc)
    .where(
      ({ ref }) => sql<boolean>`${ref("trading")} + ${ref("prediction")} + ${ref("creator")} > 0`,
    )
  return db
    .selectFrom(active.as("active"))
    .select(sql<number>`count(*)::int`.as("days"))
    .where(sql<boolean>`day = last - (position - 1)::int and last >= ${todayUtc} - 1`)
}
