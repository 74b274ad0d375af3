import { pool } from "@/lib/db/client"
import { computeConfidence } from "./agent-confidence"
import { startComputation } from "./points/background"
import { TODAY_UTC } from "./points/rank-snapshot"
import type { OwnProfile, Profile } from "./schema"
import { getTier } from "./tiers"
import { type Platform, platformDetails, platforms } from "./validation"

/** GET /api/v1/profile/{wallet}. */
export async function findProfile(wallet: string): Promise<Profile> {
  const [row, links] = await Promise.all([readProfile(wallet), findSocialLinks(wallet)])
  const shown = links.filter(({ isPublic }) => isPublic)
  const account = shown.find(({ platform, isLinked }) => platform === "x" && isLinked)
  return {
    wallet,
    username: row.username ?? account?.handle ?? null,
    avatarUrl: row.avatarUrl ?? account?.picture ?? null,
    ...toTierAndConfidence(row),
    socials: shown.map(({ platform, handle }) => ({
      platform,
      handle,
      url: platformDetails[platform].url(handle) ?? "",
    })),
    xHandle: account?.handle ?? null,
    agent: row.agentName === null ? null : { agentId: row.agentId, name: row.agentName },
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
    ...toTierAndConfidence(row),
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

function toTierAndConfidence({ total, rank, agentName, ...row }: ProfileRow) {
  const { tier, tierEmoji } = getTier(BigInt(total))
  return { tier, tierEmoji, rank, acsScore: agentName === null ? 0 : computeConfidence(row) }
}

type ProfileRow = {
  username: string | null
  avatarUrl: string | null
  total: string
  computedAt: Date | null
  rank: number
  rankBefore: number | null
  streak: number
  isDue: boolean
  agentId: number
  agentName: string | null
  daysRegistered: number
  trades: number
  traded: number
  wins: number
  decided: number
  warnings: number
  isBanned: boolean
}

/** Reads what is computed of a wallet, and has what is due computed. */
async function readProfile(wallet: string): Promise<ProfileRow> {
  const { rows } = await pool().query<ProfileRow>(PROFILE, [wallet])
  const [row] = rows
  if (!row) throw new Error("A standing has no row")
  if (row.isDue) startComputation(wallet)
  return row
}

/** Active days in a row that end with today, or with yesterday while today has none. */
const STREAK = `(
    select count(*)::int from (
      select day, row_number() over (order by day desc) as place, max(day) over () as last
      from points_day where wallet = $1 and day <= ${TODAY_UTC} and trading + prediction + creator > 0
    ) active where day = last - (place - 1)::int and last >= ${TODAY_UTC} - 1
  )`

/** What an agent did is counted for agents alone. */
const AGENT_ACTIVITY = `
  select count(*)::int as trades, count(distinct token)::int as traded from (
    select token from trade where "user" = $1 and type in (0, 1, 2, 3) and not routing_leg
    union all select token from share_trade where buyer = $1
    union all select token from order_event where buyer = $1
  ) made where a.wallet is not null`

const AGENT_BETS = `
  select count(*)::int as decided, (count(*) filter (where won))::int as wins from (
    select bool_or(b.outcome = m.final_outcome) as won from (
      select token, outcome from share_trade where buyer = $1
      union select token, outcome from order_event where buyer = $1
    ) b join market m on m.token = b.token
    where m.final_outcome < 253 and m.resolved_at is not null and m.invalidated_at is null
    group by b.token
  ) markets where a.wallet is not null`

const PROFILE = `
  select p.username, p.avatar_url as "avatarUrl", coalesce(w.total, 0)::text as total,
    w.computed_at as "computedAt",
    case when w.wallet is null then 0 else (
      select count(*)::int + 1 from wallet_points o
      where o.total > w.total
        or (o.total = w.total and (o.reached_at, o.wallet) < (w.reached_at, w.wallet))
    ) end as rank,
    s.rank as "rankBefore", ${STREAK} as streak, d.wallet is not null as "isDue",
    coalesce(a.agent_id, 0)::float8 as "agentId", a.name as "agentName",
    coalesce(extract(epoch from now() - a.created_at) / 86400, 0)::float8 as "daysRegistered",
    record.trades, record.traded, bets.wins, bets.decided,
    coalesce(r.warnings, 0) as warnings, r.banned_at is not null as "isBanned"
  from (values ($1::text)) as asked (wallet)
  left join profile p on p.wallet = asked.wallet
  left join wallet_points w on w.wallet = asked.wallet
  left join rank_snapshot s on s.wallet = asked.wallet and s.day = ${TODAY_UTC}
  left join points_due d on d.wallet = asked.wallet
  left join agent a on a.wallet = asked.wallet
  left join reef_member r on r.wallet = asked.wallet
  cross join lateral (${AGENT_ACTIVITY}) record cross join lateral (${AGENT_BETS}) bets`

type SocialLink = {
  platform: Platform
  handle: string
  isPublic: boolean
  isLinked: boolean
  displayName: string | null
  picture: string | null
}

async function findSocialLinks(wallet: string): Promise<SocialLink[]> {
  const { rows } = await pool().query<SocialLink>(
    `select platform, handle, is_public as "isPublic", is_linked as "isLinked",
      display_name as "displayName", picture
    from social_link where wallet = $1 order by array_position($2::text[], platform)`,
    [wallet, platforms],
  )
  return rows
}
