import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { findAuthors } from "@/lib/profiles/authors"
import { todayUtc } from "@/lib/profiles/points/due"
import { findPublicSocials } from "@/lib/profiles/social-links"
import { getTier } from "@/lib/profiles/tiers"
import { rankOf } from "./chunks"
import { findLeaderboard } from "./leaderboard"
import type { Leaderboard } from "./leaderboard-schema"
import { LEADERBOARD_PAGE, type Standing } from "./ranked-wallets-schema"

/** An entry with the places it won since 00:00 UTC (null while it had no rank then), and whether it is an agent. */
export type RankedWallet = Leaderboard["data"][number] & {
  rankDelta: number | null
  isAgent: boolean
}

/** A page of the leaderboard with the changes of its ranks. */
export async function findRankedPage(page: number) {
  const { data, pagination } = await findLeaderboard({ page, limit: LEADERBOARD_PAGE })
  return { entries: await addChanges(data), pages: pagination.pages, total: pagination.total }
}

async function addChanges(entries: Leaderboard["data"]): Promise<RankedWallet[]> {
  const wallets = entries.map(({ wallet }) => wallet)
  const [before, agents] = await Promise.all([findFormerRanks(wallets), findAgents(wallets)])
  return entries.map((entry) => ({
    ...entry,
    rankDelta: toDelta(before.get(entry.wallet), entry.rank),
    isAgent: agents.has(entry.wallet),
  }))
}

const toDelta = (before: number | undefined, rank: number) =>
  before === undefined || rank === 0 ? null : before - rank

async function findFormerRanks(wallets: readonly string[]): Promise<Map<string, number>> {
  if (wallets.length === 0) return new Map()
  const rows = await selectFormerRanks({ wallets })
  return new Map(rows.map(({ wallet, rank }) => [wallet, rank]))
}

async function findAgents(wallets: readonly string[]): Promise<Set<string>> {
  if (wallets.length === 0) return new Set()
  return new Set((await selectAgents({ wallets })).map(({ wallet }) => wallet))
}

const selectAgents = statement({ wallets: "text[]" }, ({ wallets }) =>
  db
    .selectFrom("agent")
    .select("wallet")
    .where(({ ref }) => sql<boolean>`${ref("wallet")} = any(${wallets})`),
)

const selectFormerRanks = statement({ wallets: "text[]" }, ({ wallets }) =>
  db
    .selectFrom("rank_snapshot")
    .select(["wallet", "rank"])
    .where("day", "=", todayUtc)
    .where(({ ref }) => sql<boolean>`${ref("wallet")} = any(${wallets})`),
)

/** Limit of a search's results, and of the candidates of each kind. */
const MAX_FOUND = 25
const MAX_CANDIDATES = 200

/** Ranked wallets whose name or address begins with the text, by rank. */
export async function searchRanked(text: string): Promise<RankedWallet[]> {
  const prefix = text.trim().toLowerCase()
  const rows = await selectFound({
    name: `${escapeLike(prefix)}%`,
    first: prefix,
    end: `${prefix}g`,
  })
  const wallets = rows.map(({ wallet }) => wallet)
  const [authors, socials] = await Promise.all([findAuthors(wallets), findPublicSocials(wallets)])
  const entries = rows.map(({ wallet, rank }) => {
    const { username = null, avatarUrl = null, ...author } = authors.get(wallet) ?? {}
    const { tier, tierEmoji } = { ...getTier(0n), ...author }
    const shown = socials.get(wallet) ?? []
    return { rank: rank ?? 0, wallet, username, avatarUrl, tier, tierEmoji, socials: shown }
  })
  return addChanges(entries)
}

/** Addresses are hexadecimal, so those that begin with a text sort before that text followed by g. */
const selectFound = statement({ name: "text", first: "text", end: "text" }, (placeholders) => {
  const named = db
    .selectFrom("profile")
    .select("wallet")
    .where(({ ref }) => sql<boolean>`${ref("username_key")} like ${placeholders.name}`)
    .limit(sql.lit(MAX_CANDIDATES))
  const addressed = db
    .selectFrom("wallet_points")
    .select("wallet")
    .where(sql<boolean>`${placeholders.first} like '0x%'`)
    .where(({ ref }) => sql<boolean>`${ref("wallet")} >= ${placeholders.first}`)
    .where(({ ref }) => sql<boolean>`${ref("wallet")} < ${placeholders.end}`)
    .limit(sql.lit(MAX_CANDIDATES))
  const candidates = db
    .selectFrom(named.as("named"))
    .select("wallet")
    .union(db.selectFrom(addressed.as("addressed")).select("wallet"))
  return db
    .selectFrom("wallet_points as w")
    .select(["w.wallet", rankOf("w").as("rank")])
    .where("w.wallet", "in", candidates)
    .where("w.total", ">", sql.lit("0"))
    .orderBy("w.total", "desc")
    .orderBy("w.reached_at")
    .orderBy("w.wallet")
    .limit(sql.lit(MAX_FOUND))
})

const selectRank = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom("wallet_points as w")
    .select(rankOf("w").as("rank"))
    .where("w.wallet", "=", wallet)
    .where("w.total", ">", sql.lit("0")),
)

/** GET /api/internal/leaderboard/own. */
export async function findStanding(wallet: string): Promise<Standing> {
  const [[row], before, authors] = await Promise.all([
    selectRank({ wallet }),
    findFormerRanks([wallet]),
    findAuthors([wallet]),
  ])
  const author = authors.get(wallet)
  const { tier, tierEmoji } = author ?? getTier(0n)
  const rank = row?.rank ?? 0
  return {
    rank,
    rankDelta: toDelta(before.get(wallet), rank),
    tier,
    tierEmoji,
    username: author?.username ?? null,
    avatarUrl: author?.avatarUrl ?? null,
  }
}
