import { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import { foldSearchText, SEARCH_TEXT } from "@/lib/tokens/filters"
import { DAY_CHANGE, joinPriceDayAgo } from "@/lib/tokens/list/day-change"
import { joinQuotePrice, PRICE_USD } from "@/lib/tokens/pricing"

const foundToken = z.object({
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  image: z.string().nullable(),
  dev: z.string(),
  /** 0 the name or symbol itself, 1 its beginning, 2 the beginning of a word, 3 any part, 4 alike. */
  rank: z.int(),
  priceUsd: z.string().nullable(),
  dayChange: z.string().nullable(),
})

export type FoundToken = z.output<typeof foundToken>

/** Threshold of `word_similarity` for misspelt words, from 0 to 1. */
const MIN_WORD_SIMILARITY = 0.45
/** Shorter texts are not searched for misspellings. */
const MIN_FUZZY_LENGTH = 3

const FOLDED_SEARCH_TEXT = foldSearchText(SEARCH_TEXT)
/** Name and symbol, each between line breaks, so that LIKE can match a prefix or the whole. */
const LINES = `E'\\n' || ${FOLDED_SEARCH_TEXT} || E'\\n'`

/**
 * $1 the main token, $2 the text, $3 the same as a pattern, $4 how many. Among equal matches TIDE comes first,
 * before tokens that took its name, then the most traded.
 */
const selectRanked = (where: string, rank: string) => `
  with asked as (select ${foldSearchText("$2")} as text, ${foldSearchText("$3")} as pattern),
  best as materialized (
    select t.address, ${rank} as rank, coalesce(d.volume, 0) as volume
    from asked, token t left join token_day d on d.token = t.address
    where not t.is_prediction and ${where}
    order by rank, t.address = $1 desc, volume desc, t.trade_count desc, t.project_id limit $4
  )
  select t.address, t.name, t.symbol, p.image, t.dev, best.rank,
    (${PRICE_USD})::text as "priceUsd", ${DAY_CHANGE} as "dayChange"
  from best join token t using (address) join project p on p.id = t.project_id
  ${joinQuotePrice("$1")} ${joinPriceDayAgo("$1")}
  order by best.rank, t.address = $1 desc, best.volume desc, t.trade_count desc, t.project_id`

const RANK = `case
  when ${LINES} like E'%\\n' || pattern || E'\\n%' then 0
  when ${LINES} like E'%\\n' || pattern || '%' then 1
  when ${FOLDED_SEARCH_TEXT} like '% ' || pattern || '%' then 2
  else 3 end`

const SELECT_SUBSTRING_MATCHES = selectRanked(
  `${FOLDED_SEARCH_TEXT} like '%' || (select pattern from asked) || '%'`,
  RANK,
)

/** One or two letters match beginnings of words only. */
const SELECT_PREFIX_MATCHES = selectRanked(
  `(${FOLDED_SEARCH_TEXT} like (select pattern from asked) || '%'
    or ${FOLDED_SEARCH_TEXT} like E'%\\n' || (select pattern from asked) || '%'
    or ${FOLDED_SEARCH_TEXT} like '% ' || (select pattern from asked) || '%')`,
  RANK,
)

const SELECT_FUZZY_MATCHES = selectRanked(`(select text from asked) <% ${FOLDED_SEARCH_TEXT}`, "4")

const SELECT_ADDRESS_MATCHES = selectRanked(
  "t.address like $3 || '%' and $2::text is not null",
  "0",
)

/** Tokens by name or symbol, the best match first; misspelt ones when there is nothing else. */
export async function searchTokens(words: string, limit: number): Promise<FoundToken[]> {
  const values = [getDeployment().mainToken, words, escapeLike(words), limit]
  const isShort = [...words].length < MIN_FUZZY_LENGTH
  const { rows } = await pool().query(
    isShort ? SELECT_PREFIX_MATCHES : SELECT_SUBSTRING_MATCHES,
    values,
  )
  if (rows.length > 0 || isShort) return foundToken.array().parse(rows)
  return foundToken.array().parse(await searchFuzzy(values))
}

async function searchFuzzy(values: unknown[]) {
  const client = await pool().connect()
  try {
    await client.query(
      `begin; set local pg_trgm.word_similarity_threshold = ${MIN_WORD_SIMILARITY}`,
    )
    const { rows } = await client.query(SELECT_FUZZY_MATCHES, values)
    return rows
  } finally {
    await client.query("rollback").catch(() => {})
    client.release()
  }
}

/** Tokens by the beginning of their address. */
export async function searchTokenAddresses(prefix: string, limit: number): Promise<FoundToken[]> {
  const values = [getDeployment().mainToken, prefix, prefix, limit]
  const { rows } = await pool().query(SELECT_ADDRESS_MATCHES, values)
  return foundToken.array().parse(rows)
}
