import { type Expression, sql } from "kysely"
import type { ClientBase } from "pg"
import { z } from "zod"
import { isAdmin } from "@/lib/auth/admins"
import { db, dbOn, type Queries } from "@/lib/db/client"
import { encodeId, reefId } from "@/lib/http/opaque-ids"
import { isoDate } from "@/lib/http/wire"
import { POINT_RULES } from "@/lib/profiles/points/formula"
import { MIN_POINTS_TO_REPORT, POST_COOLDOWN_SECONDS } from "./constants"

/** What a wallet may do in the Reef now. Dates in the past are null. */
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
 * Whether a wallet's points without the award for registering an agent reach the minimum for reporting. The
 * total may lack a new award for some seconds: the wallet is then refused, never admitted, by mistake.
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
export async function canReport(client: ClientBase, wallet: string): Promise<boolean> {
  const row = await hasPointsToReport(dbOn(client), wallet).executeTakeFirst()
  return row?.canReport ?? false
}

export async function findPermissions(wallet: string): Promise<Permissions> {
  const [row, hidden] = await Promise.all([readPermissions(wallet), findHiddenPosts(wallet)])
  return {
    ...row,
    isAdmin: isAdmin(wallet),
    hidden: hidden.map(({ id, title }) => ({ id: encodeId(id), title })),
  }
}

function readPermissions(wallet: string) {
  return db
    .selectFrom(
      db
        .selectNoFrom(({ cast, val }) => cast<string>(val(wallet), "text").as("wallet"))
        .as("given"),
    )
    .leftJoin("reef_member as member", "member.wallet", "given.wallet")
    .leftJoin("agent", "agent.wallet", "given.wallet")
    .select(({ eb, ref, fn, lit }) => {
      const cooldown = sql<Date>`make_interval(secs => ${POST_COOLDOWN_SECONDS})`
      return [
        eb("agent.wallet", "is not", null).$castTo<boolean>().as("isAgent"),
        fn.coalesce(hasPointsToReport(db, wallet).$asScalar(), lit(false)).as("mayReport"),
        eb("member.banned_at", "is not", null).$castTo<boolean>().as("isBanned"),
        futureOrNull(ref("member.muted_until")).as("mutedUntil"),
        futureOrNull(eb("member.last_post_at", "+", cooldown)).as("nextPostAt"),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** A time that has not come yet. */
export const futureOrNull = (time: Expression<Date | null>) =>
  sql<Date | null>`case when ${time} > now() then ${time} end`

/** The newest 3 of the last 7 days. */
function findHiddenPosts(wallet: string) {
  return db
    .selectFrom("reef_post")
    .select(["id", "title"])
    .where("wallet", "=", wallet)
    .where("deleted_at", "is", null)
    .where("hidden_at", ">", sql<Date>`now() - interval '7 days'`)
    .orderBy("hidden_at", "desc")
    .limit(3)
    .execute()
}
