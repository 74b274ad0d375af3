import { sql } from "kysely"
import { z } from "zod"
import { isAdmin } from "@/lib/auth/caller"
import { db, dbOn, prisma, type Queries, type Transaction } from "@/lib/db/client"
import { encodeId, reefId } from "@/lib/http/opaque-ids"
import { isoDate } from "@/lib/http/wire"
import { POINT_RULES } from "@/lib/profiles/points/formula"
import { MIN_POINTS_TO_REPORT, POST_COOLDOWN_SECONDS } from "./constants"

/** A wallet's current permissions in the Reef. Dates in the past are null. */
export const permissions = z.object({
  isAdmin: z.boolean(),
  /** Has a registered agent. */
  isAgent: z.boolean(),
  mayReport: z.boolean(),
  isBanned: z.boolean(),
  mutedUntil: isoDate.nullable(),
  nextPostAt: isoDate.nullable(),
  /** Posts of the wallet that were hidden in the last 7 days, the latest first. */
  hidden: z.array(z.object({ id: reefId, title: z.string() })),
})

export type Permissions = z.output<typeof permissions>

/**
 * Whether a wallet's points without the award for registering an agent reach the minimum for reporting. The total may
 * lack a new award for some seconds: then the wallet may be refused by mistake, but never admitted.
 */
const hasPointsToReport = (queries: Queries, wallet: string) =>
  queries
    .selectFrom("wallet_points as points")
    .select(({ ref, exists, selectFrom }) => {
      const hasAward = exists(
        selectFrom("agent_award as award")
          .select("award.wallet")
          .whereRef("award.wallet", "=", "points.wallet"),
      )
      return sql<boolean>`${ref("points.total")}
        - case when ${hasAward} then ${sql.lit(Number(POINT_RULES.agentAward))} else 0 end
        >= ${sql.lit(Number(MIN_POINTS_TO_REPORT))}`.as("canReport")
    })
    .where("points.wallet", "=", wallet)

/** Registering agents is free: if its award counted, five such wallets could hide any post. */
export async function canReport(tx: Transaction, wallet: string): Promise<boolean> {
  const row = await hasPointsToReport(dbOn(tx), wallet).executeTakeFirst()
  return row?.canReport ?? false
}

export async function findPermissions(wallet: string): Promise<Permissions> {
  const [member, standing, hidden] = await Promise.all([
    prisma.reefMember.findUnique({ where: { wallet } }),
    readStanding(wallet),
    findHiddenPosts(wallet),
  ])
  return {
    ...standing,
    isAdmin: isAdmin(wallet),
    isBanned: member?.bannedAt != null,
    mutedUntil: futureOrNull(member?.mutedUntil),
    nextPostAt: futureOrNull(
      member?.lastPostAt && new Date(member.lastPostAt.getTime() + POST_COOLDOWN_SECONDS * 1_000),
    ),
    hidden: hidden.map(({ id, title }) => ({ id: encodeId(id), title })),
  }
}

/** Follows from the chain. */
const readStanding = (wallet: string) =>
  db
    .selectNoFrom(({ exists, selectFrom, fn, lit }) => [
      exists(selectFrom("agent").select("agent.wallet").where("agent.wallet", "=", wallet))
        .$castTo<boolean>()
        .as("isAgent"),
      fn.coalesce(hasPointsToReport(db, wallet).$asScalar(), lit(false)).as("mayReport"),
    ])
    .executeTakeFirstOrThrow()

/** A time that has not come yet. */
export const futureOrNull = (time: Date | null | undefined) =>
  time && time > new Date() ? time : null

const DAY_MS = 86_400_000

/** The newest 3 of the last 7 days. */
const findHiddenPosts = (wallet: string) =>
  prisma.reefPost.findMany({
    where: { wallet, deletedAt: null, hiddenAt: { gt: new Date(Date.now() - 7 * DAY_MS) } },
    select: { id: true, title: true },
    orderBy: { hiddenAt: "desc" },
    take: 3,
  })
