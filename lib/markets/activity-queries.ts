import { type Expression, type SqlBool, sql } from "kysely"
import { z } from "zod"
import { db } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { MAX_ID } from "@/lib/db/row-ids"
import { units } from "@/lib/http/wire"
import { marketActions, orderKinds } from "@/lib/markets/constants"
import { eventAmount } from "./columns"

const activityKinds = ["bought", "listed", "filled", "cancelled", ...marketActions] as const

/** An event of a market: a purchase, an order event, or an event of the resolution and payout. */
export const activity = z.object({
  id: z.string(),
  time: z.date(),
  kind: z.enum(activityKinds),
  wallet: z.string(),
  /** The seller of a filled order. */
  other: z.string().nullable(),
  outcome: z.int().nullable(),
  shares: units.nullable(),
  /** USDB: net price of shares, value of a fill, payout, bond or bounty. */
  usdc: units.nullable(),
  /** USDB per share of an order, 18 decimals. */
  price: units.nullable(),
  txHash: z.string(),
})

export type Activity = z.output<typeof activity>
type Kind = Activity["kind"]

export const activityGroups = ["all", "purchases", "orders", "resolution"] as const
type ActivityGroup = (typeof activityGroups)[number]

type Bounds = { token: string; before: string; limit: number }

/** Bounds of both index columns: with bounds of `id` alone the planner would walk the primary key. */
const isWithin = (token: Expression<string>, id: Expression<string>, bounds: Bounds) =>
  sql<SqlBool>`(${token}, ${id}) < (${bounds.token}::text, ${bounds.before}::bigint)
    and (${token}, ${id}) >= (${bounds.token}::text, 0::bigint)`

/** A column that is null in other sources. */
const optional = <T>(column: Expression<T>) => sql<T | null>`${column}`
const noText = sql<string | null>`null::text`
const noAmount = sql<string | null>`null::numeric`

/** The newest rows of each source, each read by its own index. */
const activitySources = {
  purchases: (bounds: Bounds) =>
    db
      .selectFrom("share_trade")
      .select(({ ref }) => [
        "id",
        "tx_id",
        "time",
        sql<Kind>`'bought'`.as("kind"),
        "buyer as wallet",
        noText.as("other"),
        optional(ref("outcome")).as("outcome"),
        optional(ref("shares")).as("shares"),
        optional(ref("usdc")).as("usdc"),
        noAmount.as("price"),
      ])
      .where(({ ref }) => isWithin(ref("token"), ref("id"), bounds))
      .orderBy("token", "desc")
      .orderBy("id", "desc")
      .limit(bounds.limit),
  orders: (bounds: Bounds) =>
    db
      .selectFrom("order_event")
      .select(({ ref, fn }) => [
        "id",
        "tx_id",
        "time",
        sql<Kind>`case ${ref("kind")} when ${sql.lit(orderKinds.created)} then 'listed'
          when ${sql.lit(orderKinds.filled)} then 'filled' else 'cancelled' end`.as("kind"),
        fn.coalesce("buyer", "seller").as("wallet"),
        sql<string | null>`case when ${ref("buyer")} is not null then ${ref("seller")} end`.as(
          "other",
        ),
        optional(ref("outcome")).as("outcome"),
        optional(fn.coalesce("amount", "total_amount")).as("shares"),
        "usdc",
        optional(ref("price")).as("price"),
      ])
      .where(({ ref }) => isWithin(ref("token"), ref("id"), bounds))
      .orderBy("token", "desc")
      .orderBy("id", "desc")
      .limit(bounds.limit),
  resolution: (bounds: Bounds) =>
    db
      .selectFrom("market_event")
      .select([
        "id",
        "tx_id",
        "time",
        "action as kind",
        "wallet",
        noText.as("other"),
        "outcome",
        noAmount.as("shares"),
        "amount as usdc",
        noAmount.as("price"),
      ])
      .where(({ ref }) => isWithin(ref("token"), ref("id"), bounds))
      .orderBy("token", "desc")
      .orderBy("id", "desc")
      .limit(bounds.limit),
}

type ActivityRow = Omit<Activity, "shares" | "usdc" | "price" | "txHash"> &
  Record<"shares" | "usdc" | "price", string | null> & { tx_id: string }

type ActivityQuery = { group?: ActivityGroup; before?: string; limit?: number }

/** The newest rows of a market, older than `before` if given. */
export async function findActivity(
  token: string,
  { group = "all", before = MAX_ID, limit = 20 }: ActivityQuery,
): Promise<Activity[]> {
  const sources = group === "all" ? Object.values(activitySources) : [activitySources[group]]
  const parts: Expression<ActivityRow>[] = sources.map((select) => select({ token, before, limit }))
  const union = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )
  const rows = await db
    .selectFrom(
      db
        .selectFrom(sql<ActivityRow>`(${union})`.as<"newest">(sql`newest`))
        .selectAll()
        .orderBy("id", "desc")
        .limit(limit)
        .as("r"),
    )
    .innerJoin("tx", "tx.id", "r.tx_id")
    .selectAll("r")
    .select(({ ref }) => hexText(ref("tx.hash")).as("txHash"))
    .orderBy("r.id", "desc")
    .execute()
  return activity.array().parse(rows)
}

/** Most events of a resolution that a page lists. */
const MAX_RESOLUTION_EVENTS = 1_000

const resolutionActions = marketActions.filter(
  (action) => action !== "redeem" && action !== "bounty_claim",
)

/** The events of a resolution, oldest first. */
export async function findResolutionEvents(token: string): Promise<Activity[]> {
  const rows = await db
    .selectFrom("market_event as e")
    .innerJoin("tx", "tx.id", "e.tx_id")
    .select(({ ref }) => [
      "e.id",
      "e.time",
      "e.action as kind",
      "e.wallet",
      noText.as("other"),
      "e.outcome",
      noAmount.as("shares"),
      eventAmount.as("usdc"),
      noAmount.as("price"),
      hexText(ref("tx.hash")).as("txHash"),
    ])
    .where("e.token", "=", token)
    .where("e.action", "in", resolutionActions)
    .orderBy("e.id")
    .limit(MAX_RESOLUTION_EVENTS)
    .execute()
  return activity.array().parse(rows)
}
