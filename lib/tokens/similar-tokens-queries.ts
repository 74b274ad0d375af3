import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import { foldSearchText, SEARCH_TEXT } from "@/lib/tokens/filters"
import { toSkeleton } from "@/lib/tokens/names/skeleton"
import { storeMissingSkeletons } from "@/lib/tokens/names/skeleton-store"

export type SimilarToken = { address: string; symbol: string; name: string }

const MAX_RESULTS = 5

/** Tokens whose symbol or name is or looks like this one, in any case of letters; the most traded first. */
export async function findSimilarTokens({ symbol, name }: { symbol: string; name: string }) {
  await ensureSkeletons()
  const { rows } = await pool().query<SimilarToken>(SELECT_SIMILAR, [
    escapeLike(symbol),
    escapeLike(name),
    MAX_RESULTS,
    toSkeleton(symbol),
    toSkeleton(name),
  ])
  return rows
}

/** The older token that one is called like: TIDE before all others, then the most traded; markets left out. */
export async function findOlderSimilarToken(token: {
  address: string
  symbol: string
  name: string
}): Promise<SimilarToken | null> {
  await ensureSkeletons()
  const { rows } = await pool().query<SimilarToken>(SELECT_OLDER_SIMILAR, [
    token.address,
    toSkeleton(token.symbol),
    toSkeleton(token.name),
    getDeployment().mainToken,
  ])
  return rows[0] ?? null
}

let backfill: Promise<void> | undefined

/** The indexer keeps the skeletons of what it lists; those of the time before are computed once. */
function ensureSkeletons(): Promise<void> {
  backfill ??= storeMissingSkeletons(pool()).catch((error: unknown) => {
    backfill = undefined
    throw error
  })
  return backfill
}

/** The search index serves the first condition, the second makes it exact. */
const matchesText = (column: string, value: string) => `(${value} <> ''
  and ${foldSearchText(SEARCH_TEXT)} like '%' || ${foldSearchText(value)} || '%'
  and ${foldSearchText(column)} like ${foldSearchText(value)})`

const selectBySkeleton = (column: string, value: string) => `(select token from token_skeleton
  where ${value} <> '' and ${column} = ${value})`

const SELECT_SIMILAR = `
  with alike as (
    select t.address from token t
      where ${matchesText("t.symbol", "$1")} or ${matchesText("t.name", "$2")}
    union ${selectBySkeleton("symbol", "$4")} union ${selectBySkeleton("name", "$5")}
  )
  select t.address, t.symbol, t.name from alike join token t using (address)
  order by t.trade_count desc, t.created_at limit $3`

const SELECT_OLDER_SIMILAR = `
  with alike as (${selectBySkeleton("symbol", "$2")} union ${selectBySkeleton("name", "$3")})
  select t.address, t.symbol, t.name from alike join token t on t.address = alike.token
  where t.address <> $1 and not t.is_prediction
    and (t.created_block, t.project_id)
      < (select created_block, project_id from token where address = $1)
  order by t.address = $4 desc, t.trade_count desc, t.created_at limit 1`

/** Without wildcards a pattern is an equality. */
