import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"

/**
 * Ranks without counting all wallets: `rank_chunk` cuts their order into pieces of known size. Triggers keep the sizes
 * exact within each statement that writes `wallet_points`.
 */

/** The sort key of a `wallet_points` row in the order of ranks: its index compares these columns as a whole. */
export const placeOf = (alias: string) =>
  sql`(-${sql.ref(`${alias}.total`)}, ${sql.ref(`${alias}.reached_at`)}, ${sql.ref(`${alias}.wallet`)})`

/** The first key of a chunk in the same order. */
export const beginOf = (alias: string) =>
  sql`(${sql.ref(`${alias}.place`)}, ${sql.ref(`${alias}.reached_at`)}, ${sql.ref(`${alias}.wallet`)})`

/** Rank of the row of `wallet_points` with this alias; null without one. */
export const rankOf = (alias: string) =>
  sql<number | null>`(${db
    .selectFrom("rank_chunk as c")
    .select(({ selectFrom }) => {
      const earlier = selectFrom("rank_chunk as e")
        .select(({ ref }) => sql`coalesce(sum(${ref("e.wallets")}), 0)`.as("wallets"))
        .where(sql<boolean>`${beginOf("e")} < ${beginOf("c")}`)
      const inside = selectFrom("wallet_points as o")
        .select(sql`count(*)`.as("wallets"))
        .where("o.total", ">", sql.lit("0"))
        .where(sql<boolean>`${placeOf("o")} >= ${beginOf("c")}`)
        .where(sql<boolean>`${placeOf("o")} <= ${placeOf(alias)}`)
      return sql<number>`((${earlier}) + (${inside}))::int`.as("rank")
    })
    .where(sql<boolean>`${beginOf("c")} <= ${placeOf(alias)}`)
    .orderBy("c.place", "desc")
    .orderBy("c.reached_at", "desc")
    .orderBy("c.wallet", "desc")
    .limit(sql.lit(1))})`

/** Number of wallets that have a rank. */
export const rankedWallets = () =>
  db
    .selectFrom("rank_chunk")
    .select(({ ref }) => sql<number>`coalesce(sum(${ref("wallets")}), 0)::int`.as("count"))

/** Merges small chunks and cuts large ones. To be called when a statement has changed many totals. */
export async function resizeChunks(client: Pick<ClientBase, "query">): Promise<void> {
  await selectResized({}, client)
}

const selectResized = statement({}, () =>
  db.selectNoFrom(sql<unknown>`resize_rank_chunks()`.as("done")),
)
