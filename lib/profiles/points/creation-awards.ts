import { type Expression, type ExpressionBuilder, sql } from "kysely"
import { db } from "@/lib/db/client"
import { type Placeholders, statement } from "@/lib/db/statement"
import {
  type Client,
  type EarningTable,
  markWalletsDue,
  selectEarnings,
  toDayNumber,
  toUtcDay,
} from "./due"
import { POINT_RULES } from "./formula"

/** Tokens computed by one call. */
const TOKENS_PER_BATCH = 200

/**
 * Computes the awards of due creations, and marks the creators of changed awards. Platform contracts do not count as
 * buyers. Returns the number of creations.
 */
export async function computeCreationAwards(
  client: Client,
  platform: readonly string[],
): Promise<number> {
  const due = await deleteNextCreations({}, client)
  if (due.length === 0) return 0
  const tokens = due.map(({ token }) => token)
  await markWalletsDue(client, await replaceAwards({ tokens, platform }, client))
  return due.length
}

const deleteNextCreations = statement({}, () =>
  db
    .deleteFrom("creation_due")
    .where("token", "in", ({ selectFrom }) =>
      selectFrom("creation_due").select("token").orderBy("token").limit(sql.lit(TOKENS_PER_BATCH)),
    )
    .returning("token"),
)

type Buyer = { id: string; time: Date; wallet: string }

/** A creation with its buyers so far, and the row of the last one; row -1 without buyers. */
type Buyers = Record<"c", Creation & { id: string; wallets: string[] }>
type Creation = { token: string; creator: string; is_market: boolean }

/** The first row after the last buyer's that is a buy by a new wallet. A market is bought by a share trade or a fill. */
function selectNextBuyer({ ref }: ExpressionBuilder<Buyers, "c">, platform: Expression<unknown>) {
  const firstOf = (table: EarningTable, isOfKind: Expression<boolean>) =>
    db
      .selectFrom(selectEarnings(table))
      .select(["r.id", "r.time", "r.wallet"])
      .where(isOfKind)
      .where("r.token", "=", ref("c.token"))
      .where("r.id", ">", ref("c.id"))
      .where("r.wallet", "<>", ref("c.creator"))
      .where((row) => sql<boolean>`${row.ref("r.wallet")} <> all(${ref("c.wallets")})`)
      .where((row) => sql<boolean>`${row.ref("r.wallet")} <> all(${platform})`)
      .orderBy("r.id")
      .limit(sql.lit(1))
  return sql<Buyer>`(
    ${firstOf("trade", sql`not ${ref("c.is_market")}`)}
    union all ${firstOf("share_trade", ref("c.is_market"))}
    union all ${firstOf("order_event", ref("c.is_market"))}
    order by id limit 1
  )`.as<"next">(sql`next`)
}

const BUYERS = sql.lit(POINT_RULES.buyersForAward)

const parameters = { tokens: "text[]", platform: "text[]" } as const

/** Each creation without buyers, with its first one, with its first two, and so on. */
const withBuyers = ({ tokens, platform }: Placeholders<typeof parameters>) =>
  db.withRecursive("buyers(token, creator, is_market, id, time, wallets)", (queries) =>
    queries
      .selectFrom("token_creation as k")
      .leftJoin("market_creation as m", "m.token", "k.token")
      .select(({ ref }) => [
        "k.token",
        "k.creator",
        sql<boolean>`${ref("m.token")} is not null`.as("is_market"),
        sql<string>`-1::bigint`.as("id"),
        sql<Date>`null::timestamptz`.as("time"),
        sql<string[]>`'{}'::text[]`.as("wallets"),
      ])
      .where(({ ref }) => sql<boolean>`${ref("k.token")} = any(${tokens})`)
      .unionAll(
        queries
          .selectFrom("buyers as c")
          .innerJoinLateral(
            (row) => selectNextBuyer(row, platform),
            (join) => join.onTrue(),
          )
          .select(({ ref }) => [
            "c.token",
            "c.creator",
            "c.is_market",
            "next.id",
            "next.time",
            sql<string[]>`${ref("c.wallets")} || ${ref("next.wallet")}`.as("wallets"),
          ])
          .where(({ ref }) => sql<boolean>`cardinality(${ref("c.wallets")}) < ${BUYERS}`),
      ),
  )

const AWARD = ["wallet", "time", "id", "token", "points"] as const

/** Stores the awards of these creations; returns the creators and days of changed ones. */
const replaceAwards = statement(parameters, (placeholders) =>
  withBuyers(placeholders)
    .with("awards", (queries) =>
      queries
        .selectFrom("buyers")
        .select(({ ref }) => [
          "token",
          "creator as wallet",
          "id",
          "time",
          sql<number>`case when ${ref("is_market")} then ${sql.lit(POINT_RULES.marketAward)}
            else ${sql.lit(POINT_RULES.tokenAward)} end`.as("points"),
        ])
        .where(({ ref }) => sql<boolean>`cardinality(${ref("wallets")}) = ${BUYERS}`),
    )
    .with("old", (queries) =>
      queries
        .selectFrom("creation_award")
        .select(AWARD)
        .where(({ ref }) => sql<boolean>`${ref("token")} = any(${placeholders.tokens})`),
    )
    .with("removed", (queries) =>
      queries
        .deleteFrom("creation_award")
        .where(({ ref }) => sql<boolean>`${ref("token")} = any(${placeholders.tokens})`)
        .where("token", "not in", ({ selectFrom }) => selectFrom("awards").select("token")),
    )
    .with("stored", (queries) =>
      queries
        .insertInto("creation_award")
        .columns(AWARD)
        .expression((eb) => eb.selectFrom("awards").select(AWARD))
        .onConflict((conflict) =>
          conflict.column("token").doUpdateSet(({ ref }) => ({
            wallet: ref("excluded.wallet"),
            id: ref("excluded.id"),
            time: ref("excluded.time"),
            points: ref("excluded.points"),
          })),
        ),
    )
    .with("changed", (queries) => {
      const old = queries.selectFrom("old").select(AWARD)
      const current = queries.selectFrom("awards").select(AWARD)
      return queries
        .selectFrom(old.except(current).as("before"))
        .selectAll()
        .unionAll(queries.selectFrom(current.except(old).as("after")).selectAll())
    })
    .selectFrom("changed")
    .select(({ ref }) => ["wallet", toDayNumber(toUtcDay(ref("time"))).as("day")]),
)
