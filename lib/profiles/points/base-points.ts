import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { type Placeholders, statement } from "@/lib/db/statement"
import { WAD } from "@/lib/units"
import { selectDecidedBets } from "./bet-rows"
import {
  type Client,
  type DueWallet,
  dueParameters,
  type EarningTable,
  selectEarnings,
  toDate,
  toDayNumber,
  toDueInput,
  toUtcDay,
} from "./due"
import { type BasePoints, DAY_SECONDS, POINT_RULES } from "./formula"
import { readPositionPoints } from "./position-rows"
import type { PositionPoints } from "./positions"
import { type PostTable, selectCountedPosts } from "./post-rows"

/** A query with the due wallets as table `due`: `since` is 00:00 UTC of the day. */
export const withDueWallets = ({ wallets, days }: Placeholders<typeof dueParameters>) =>
  db.with(
    (table) => table("due").materialized(),
    (queries) =>
      queries
        .selectFrom(
          sql<{ wallet: string; day: number }>`unnest(${wallets}, ${days})`.as<"given">(
            sql`given (wallet, day)`,
          ),
        )
        .select(({ ref }) => {
          const day = toDate(ref("given.day"))
          return ["given.wallet", day.as("day"), sql<Date>`${day} at time zone 'UTC'`.as("since")]
        }),
  )

type DueQueries = ReturnType<typeof withDueWallets>

/** Row ids rise with block times: the first id of a table that is not before `since`. */
function selectFirstId(table: EarningTable | "updown_bet", since: Expression<Date>) {
  const time = db
    .selectFrom(table)
    .select("time")
    .where("time", ">=", since)
    .orderBy("time")
    .limit(sql.lit(1))
  return db
    .selectFrom(table)
    .select(({ fn }) => fn.min("id").as("id"))
    .where("time", "=", time)
    .as("first")
}

/** The earnings of due wallets, but not with their own tokens. */
function selectEarned(queries: DueQueries, table: EarningTable, name: Category) {
  return queries
    .selectFrom("due")
    .crossJoinLateral(({ ref }) => selectFirstId(table, ref("due.since")))
    .innerJoin(selectEarnings(table), (join) =>
      join.onRef("r.wallet", "=", "due.wallet").onRef("r.id", ">=", "first.id"),
    )
    .innerJoin("token as k", (join) =>
      join.onRef("k.address", "=", "r.token").onRef("k.dev", "<>", "due.wallet"),
    )
    .select(["due.wallet", category(name), "r.id", "r.time", "r.usd"])
}

/** Bets on price rounds belong to no token. */
const selectEarnedByBets = (queries: DueQueries) =>
  queries
    .selectFrom("due")
    .crossJoinLateral(({ ref }) => selectFirstId("updown_bet", ref("due.since")))
    .innerJoin(selectDecidedBets().as("r"), (join) =>
      join.onRef("r.wallet", "=", "due.wallet").onRef("r.id", ">=", "first.id"),
    )
    .select(["due.wallet", category("prediction"), "r.id", "r.time", "r.usd"])

/** Posts are worth the same, whatever else the day has: they have no value in USD. */
const selectEarnedByPosts = (queries: DueQueries, table: PostTable) =>
  queries
    .selectFrom("due")
    .innerJoinLateral(
      ({ ref }) =>
        selectCountedPosts(table, { wallet: ref("due.wallet"), since: ref("due.since") }).as("r"),
      (join) => join.onTrue(),
    )
    .select([
      "due.wallet",
      category("post"),
      sql<string>`0`.as("id"),
      "r.time",
      sql<string>`0`.as("usd"),
    ])

const selectBasePoints = statement(dueParameters, (placeholders) =>
  withDueWallets(placeholders)
    .with("earned", (queries) =>
      selectEarned(queries, "trade", "trading")
        .unionAll(selectEarned(queries, "share_trade", "prediction"))
        .unionAll(selectEarned(queries, "order_event", "prediction"))
        .unionAll(selectEarnedByBets(queries))
        .unionAll(
          queries
            .selectFrom("due")
            .innerJoin("creation_award as r", (join) =>
              join.onRef("r.wallet", "=", "due.wallet").onRef("r.time", ">=", "due.since"),
            )
            .select(({ ref }) => [
              "due.wallet",
              category("creator"),
              "r.id",
              "r.time",
              sql<string>`${ref("r.points")} * ${sql.lit(`${WAD}`)}::numeric`.as("usd"),
            ]),
        )
        .unionAll(selectEarnedByPosts(queries, "x_post"))
        .unionAll(selectEarnedByPosts(queries, "moltbook_post"))
        .unionAll(
          queries
            .selectFrom("due")
            .innerJoin("agent_award as r", (join) =>
              join.onRef("r.wallet", "=", "due.wallet").onRef("r.time", ">=", "due.since"),
            )
            .select([
              "due.wallet",
              category("award"),
              sql<string>`0`.as("id"),
              "r.time",
              sql<string>`0`.as("usd"),
            ]),
        ),
    )
    .with("placed", (queries) =>
      queries.selectFrom("earned").select(({ ref }) => {
        const day = toUtcDay(ref("earned.time"))
        return [
          "earned.wallet",
          "earned.category",
          "earned.time",
          "earned.usd",
          day.as("day"),
          sql<string>`coalesce(sum(${ref("earned.usd")}) over (
            partition by ${ref("earned.wallet")}, ${day}, ${ref("earned.category")}
            order by ${ref("earned.id")} rows between unbounded preceding and 1 preceding
          ), 0)`.as("before"),
        ]
      }),
    )
    .selectFrom("placed")
    .select(({ ref }) => {
      const sumOf = (category: Category) =>
        sql<string>`coalesce(sum(${ref("placed.usd")})
          filter (where ${ref("placed.category")} = ${sql.lit(category)}), 0)::text`
      return [
        "placed.wallet",
        toDayNumber(ref("placed.day")).as("day"),
        sumOf("trading").as("trading"),
        sumOf("prediction").as("prediction"),
        sumOf("creator").as("creator"),
        sql<boolean>`bool_or(${ref("placed.category")} = 'award')`.as("award"),
        sql<number>`(count(*) filter (where ${ref("placed.category")} = 'post'))::int`.as("posts"),
        // Rows after the category's cap add nothing: the total was reached before them.
        sql<Date>`max(${ref("placed.time")}) filter (
          where ${ref("placed.before")} < ${sql.lit(`${POINT_RULES.categoryCap * WAD}`)}::numeric
        )`.as("at"),
      ]
    })
    .groupBy(["placed.wallet", "placed.day"])
    .orderBy("placed.wallet")
    .orderBy("placed.day"),
)

type Category = "trading" | "prediction" | "creator" | "award" | "post"

const category = (name: Category) => sql<Category>`${sql.lit(name)}::text`.as("category")

/** Each wallet's base points of its days from the due one on, ascending. */
export async function readBasePoints(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, BasePoints[]>> {
  const bases = new Map<string, BasePoints[]>(due.map(({ wallet }) => [wallet, []]))
  for (const row of await selectBasePoints(toDueInput(due), client)) {
    bases.get(row.wallet)?.push({
      day: row.day,
      trading: BigInt(row.trading),
      prediction: BigInt(row.prediction),
      creator: BigInt(row.creator),
      positions: 0n,
      hasAgentAward: row.award,
      posts: row.posts,
      at: row.at,
    })
  }
  for (const [wallet, positions] of await readPositionPoints(client, due))
    bases.set(wallet, addPositions(bases.get(wallet) ?? [], positions))
  return bases
}

/** Adds points for positions, which are reached at the end of their day. */
function addPositions(bases: readonly BasePoints[], points: readonly PositionPoints[]) {
  const days = new Map(bases.map((base) => [base.day, base]))
  for (const { day, positions } of points) {
    const at = new Date((day + 1) * DAY_SECONDS * 1_000)
    const base = days.get(day) ?? { day, ...EMPTY_BASE }
    days.set(day, { ...base, positions, at })
  }
  return [...days.values()].sort((a, b) => a.day - b.day)
}

const EMPTY_BASE = { trading: 0n, prediction: 0n, creator: 0n, hasAgentAward: false, posts: 0 }
