import { sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db, pool } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import { foldCase, searchedText } from "@/lib/db/search-text"
import { toSkeleton } from "@/lib/tokens/names/skeleton"
import { storeMissingSkeletons } from "@/lib/tokens/names/skeleton-store"

export type SimilarToken = { address: string; symbol: string; name: string }

const MAX_RESULTS = 5

/** Tokens whose symbol or name is or looks like this one, in any case of letters; the most traded first. */
export async function findSimilarTokens({ symbol, name }: { symbol: string; name: string }) {
  await ensureSkeletons()
  const similar = selectNamed("symbol", symbol)
    .union(selectNamed("name", name))
    .union(selectBySkeleton("symbol", symbol))
    .union(selectBySkeleton("name", name))
  return db
    .with("similar", () => similar)
    .selectFrom("similar")
    .innerJoin("token as t", "t.address", "similar.address")
    .select(["t.address", "t.symbol", "t.name"])
    .orderBy("t.trade_count", "desc")
    .orderBy("t.created_at")
    .limit(MAX_RESULTS)
    .execute()
}

/** The older token with a similar name: TIDE before all others, then the most traded; markets are left out. */
export async function findOlderSimilarToken({
  address,
  symbol,
  name,
}: SimilarToken): Promise<SimilarToken | null> {
  await ensureSkeletons()
  const similar = selectBySkeleton("symbol", symbol).union(selectBySkeleton("name", name))
  const match = await db
    .with("similar", () => similar)
    .selectFrom("similar")
    .innerJoin("token as t", "t.address", "similar.address")
    .select(["t.address", "t.symbol", "t.name"])
    .where("t.address", "!=", address)
    .where((eb) => eb.not("t.is_prediction"))
    .where(({ refTuple, selectFrom }) => {
      const older = refTuple("t.created_block", "t.project_id")
      return sql<boolean>`${older} < (${selectFrom("token")
        .select(["created_block", "project_id"])
        .where("address", "=", address)})`
    })
    .orderBy(sql`t.address = ${getDeployment().mainToken}`, "desc")
    .orderBy("t.trade_count", "desc")
    .orderBy("t.created_at")
    .orderBy("t.address")
    .limit(1)
    .executeTakeFirst()
  return match ?? null
}

let backfill: Promise<void> | undefined

/** The indexer stores the skeletons of new tokens; those of earlier tokens are computed once. */
function ensureSkeletons(): Promise<void> {
  backfill ??= storeMissingSkeletons(pool()).catch((error: unknown) => {
    backfill = undefined
    throw error
  })
  return backfill
}

/** The search index serves the first condition, the second makes it exact: without wildcards a pattern is an equality. */
function selectNamed(column: "symbol" | "name", text: string) {
  const pattern = foldCase(sql`${escapeLike(text)}`)
  return db
    .selectFrom("token as t")
    .select("t.address")
    .where(
      ({ ref }) =>
        sql<boolean>`${text} <> ''
        and ${foldCase(searchedText)} like '%' || ${pattern} || '%'
        and ${foldCase(ref(`t.${column}`))} like ${pattern}`,
    )
}

function selectBySkeleton(column: "symbol" | "name", text: string) {
  const skeleton = toSkeleton(text)
  return db
    .selectFrom("token_skeleton")
    .select("token as address")
    .where(column, "=", skeleton)
    .where(column, "!=", "")
}
