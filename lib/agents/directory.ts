import { type SqlBool, sql } from "kysely"
import { double, escapeLike } from "@/lib/db/codecs"
import { skipTake, toOffsetPage } from "@/lib/http/pagination"
import { getTier, TIERS } from "@/lib/profiles/tiers"
import { countRows } from "@/lib/reef/posts/rows"
import type { DirectoryQuery } from "./directory-schema"
import { confidenceParts, confidenceWeights, selectAgentsWithConfidence } from "./record/confidence"
import { agentProducts } from "./record/schema"

const selectListed = () =>
  selectAgentsWithConfidence().leftJoin("wallet_points as points", "points.wallet", "a.wallet")

type Listed = ReturnType<typeof selectListed>

const allTrades = sql<number>`coalesce(r.trades + r.purchases + r.bets, 0)`

const orders = {
  confidence: sql`score.confidence desc, ${allTrades} desc`,
  newest: sql`a.created_at desc`,
  trades: sql`${allTrades} desc`,
  profit: sql`r.realised desc nulls last`,
} satisfies Record<DirectoryQuery["sort"], unknown>

/** A page of the agents that match. */
export async function findDirectory(query: DirectoryQuery) {
  const { skip, take } = skipTake(query)
  const [rows, { total }] = await Promise.all([
    selectColumns(narrow(selectListed(), query))
      .orderBy(orders[query.sort])
      .orderBy("a.agent_id")
      .limit(take)
      .offset(skip)
      .execute(),
    narrow(selectListed(), query).select(countRows).executeTakeFirstOrThrow(),
  ])
  return toOffsetPage(rows.map(toListedAgent), total, query)
}

function narrow(agents: Listed, { search, tier, product }: DirectoryQuery): Listed {
  let query = agents
  if (search) query = query.where(matches(search))
  if (product) query = query.where(sql<SqlBool>`${product} = any(r.products)`)
  if (!tier) return query
  const place = TIERS.findIndex((each) => each.tier === tier)
  const [from, below] = [TIERS[place]?.minPoints ?? 0n, TIERS[place + 1]?.minPoints]
  query = query.where(sql<SqlBool>`coalesce(points.total, 0) >= ${`${from}`}::bigint`)
  return below
    ? query.where(sql<SqlBool>`coalesce(points.total, 0) < ${`${below}`}::bigint`)
    : query
}

/** By a part of the name, the number, or the wallet's address or its beginning. */
function matches(search: string) {
  const text = search.trim().toLowerCase()
  const number = /^#?(\d{1,16})$/.exec(text)?.[1] ?? null
  return sql<SqlBool>`(lower(a.name) like ${`%${escapeLike(text)}%`}
    or a.wallet like ${`${escapeLike(text)}%`} or a.agent_id = ${number}::bigint)`
}

const selectColumns = (agents: Listed) =>
  agents.select(({ ref }) => [
    "a.wallet",
    "a.name",
    "a.description",
    "a.image",
    "a.created_at as createdAt",
    double(ref("a.agent_id")).as("agentId"),
    "score.confidence",
    "points.total as points",
    "r.realised",
    "r.products",
    allTrades.as("trades"),
    sql<number>`coalesce(r.markets_won + r.rounds_won, 0)`.as("won"),
    sql<number>`coalesce(r.markets_lost + r.rounds_lost, 0)`.as("lost"),
  ])

type Row = Awaited<ReturnType<ReturnType<typeof selectColumns>["execute"]>>[number]

function toListedAgent({ points, realised, products, ...agent }: Row) {
  const { tier, tierEmoji } = getTier(BigInt(points ?? 0))
  return {
    ...agent,
    ...{ tier, tierEmoji },
    /** Null before it was computed, and for a history that is too long. */
    realised: realised === null ? null : BigInt(realised),
    products: agentProducts.filter((product) => products?.includes(product)),
  }
}

export type ListedAgent = ReturnType<typeof toListedAgent>

/** One agent with its whole track record; null for an unknown number. */
export async function findAgentDetails(agentId: number) {
  const row = await selectColumns(selectListed())
    .leftJoin("agent_record_due as due", "due.wallet", "a.wallet")
    .leftJoin("agent_identity as i", "i.agent_id", "a.agent_id")
    .select(["a.services", "i.owner", "i.agent_wallet as agentWallet", "i.uri"])
    .select(["m.warnings", "parts.age", "parts.activity", "parts.diversity", "parts.accuracy"])
    .select(["parts.conduct", "r.trades as tokenTrades", "r.trade_volume", "r.purchases"])
    .select(["r.share_volume", "r.bets", "r.bet_volume", "r.traded"])
    .select(["r.markets_won", "r.markets_lost", "r.rounds_won", "r.rounds_lost"])
    .select(["r.largest_loss", "r.loss_place", "r.loss_id", "r.days_active"])
    .select(["r.first_active", "r.last_active", "r.computed_at"])
    .select(({ ref }) => [
      sql<boolean>`${ref("due.wallet")} is not null`.as("isDue"),
      sql<boolean>`m.banned_at is not null`.as("isBanned"),
    ])
    .where("a.agent_id", "=", `${agentId}`)
    .executeTakeFirst()
  if (!row) return null
  const { age, activity, diversity, accuracy, conduct } = row
  const parts = { age, activity, diversity, accuracy, conduct }
  return {
    ...toListedAgent(row),
    ...{ owner: row.owner, agentWallet: row.agentWallet, uri: row.uri, isDue: row.isDue },
    services: row.services ?? [],
    warnings: row.warnings ?? 0,
    isBanned: row.isBanned,
    parts: confidenceParts.map((part) => ({
      ...{ part, value: parts[part], weight: confidenceWeights[part] },
    })),
    record: toRecord(row),
  }
}

type RecordRow = {
  tokenTrades: number | null
  trade_volume: string | null
  purchases: number | null
  share_volume: string | null
  bets: number | null
  bet_volume: string | null
  traded: number | null
  markets_won: number | null
  markets_lost: number | null
  rounds_won: number | null
  rounds_lost: number | null
  largest_loss: string | null
  loss_place: "transaction" | "market" | "round" | null
  loss_id: string | null
  days_active: number | null
  first_active: Date | null
  last_active: Date | null
  computed_at: Date | null
}

function toRecord(row: RecordRow) {
  const toBigInt = (text: string | null) => BigInt(text ?? 0)
  return {
    trades: row.tokenTrades ?? 0,
    tradeVolume: toBigInt(row.trade_volume),
    purchases: row.purchases ?? 0,
    shareVolume: toBigInt(row.share_volume),
    bets: row.bets ?? 0,
    betVolume: toBigInt(row.bet_volume),
    traded: row.traded ?? 0,
    marketsWon: row.markets_won ?? 0,
    marketsLost: row.markets_lost ?? 0,
    roundsWon: row.rounds_won ?? 0,
    roundsLost: row.rounds_lost ?? 0,
    /** Null while unknown. */
    largestLoss: row.largest_loss === null ? null : BigInt(row.largest_loss),
    lossPlace: row.loss_place,
    lossId: row.loss_id,
    daysActive: row.days_active ?? 0,
    firstActive: row.first_active,
    lastActive: row.last_active,
    /** Null before the first computation. */
    computedAt: row.computed_at,
  }
}

export type AgentDetails = NonNullable<Awaited<ReturnType<typeof findAgentDetails>>>
