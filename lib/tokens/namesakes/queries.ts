import { deployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import { SEARCHED, searchedText } from "@/lib/tokens/filters"
import { skeleton } from "@/lib/tokens/names/skeleton"
import { storeMissingSkeletons } from "@/lib/tokens/names/skeletons"

export type Namesake = { address: string; symbol: string; name: string }

const MOST = 5

/** Tokens whose symbol or name is or looks like this one, in any case of letters; the most traded first. */
export async function findNamesakes({ symbol, name }: { symbol: string; name: string }) {
  await haveSkeletons()
  const { rows } = await pool().query<Namesake>(FIND, [
    escapeLike(symbol),
    escapeLike(name),
    MOST,
    skeleton(symbol),
    skeleton(name),
  ])
  return rows
}

/** The older token that one is called like: TIDE before all others, then the most traded; markets left out. */
export async function findOlderNamesake(token: {
  address: string
  symbol: string
  name: string
}): Promise<Namesake | null> {
  await haveSkeletons()
  const { rows } = await pool().query<Namesake>(FIND_OLDER, [
    token.address,
    skeleton(token.symbol),
    skeleton(token.name),
    deployment().mainToken,
  ])
  return rows[0] ?? null
}

let filling: Promise<void> | undefined

/** The indexer keeps the skeletons of what it lists; those of the time before are computed once. */
function haveSkeletons(): Promise<void> {
  filling ??= storeMissingSkeletons(pool()).catch((error: unknown) => {
    filling = undefined
    throw error
  })
  return filling
}

/** The search index serves the first condition, the second makes it exact. */
const isCalled = (column: string, value: string) => `(${value} <> ''
  and ${searchedText(SEARCHED)} like '%' || ${searchedText(value)} || '%'
  and ${searchedText(column)} like ${searchedText(value)})`

const looksLike = (column: string, value: string) => `(select token from token_skeleton
  where ${value} <> '' and ${column} = ${value})`

const FIND = `
  with alike as (
    select t.address from token t
      where ${isCalled("t.symbol", "$1")} or ${isCalled("t.name", "$2")}
    union ${looksLike("symbol", "$4")} union ${looksLike("name", "$5")}
  )
  select t.address, t.symbol, t.name from alike join token t using (address)
  order by t.trade_count desc, t.created_at limit $3`

const FIND_OLDER = `
  with alike as (${looksLike("symbol", "$2")} union ${looksLike("name", "$3")})
  select t.address, t.symbol, t.name from alike join token t on t.address = alike.token
  where t.address <> $1 and not t.is_prediction
    and (t.created_block, t.project_id)
      < (select created_block, project_id from token where address = $1)
  order by t.address = $4 desc, t.trade_count desc, t.created_at limit 1`

/** Without wildcards a pattern is an equality. */
