import { db } from "@/lib/db"
import { SEARCHED, searchedText } from "@/lib/tokens/filters"

export type Namesake = { address: string; symbol: string; name: string }

const MOST = 5

/** Tokens with this symbol or this name, in any case of letters; the most traded first. */
export async function findNamesakes({ symbol, name }: { symbol: string; name: string }) {
  const { rows } = await db().pool.query<Namesake>(FIND, [escaped(symbol), escaped(name), MOST])
  return rows
}

/** The search index serves the first condition, the second makes it exact. */
const isCalled = (column: string, value: string) => `(${value} <> ''
  and ${searchedText(SEARCHED)} like '%' || ${searchedText(value)} || '%'
  and ${searchedText(column)} like ${searchedText(value)})`

const FIND = `
  select t.address, t.symbol, t.name from token t
  where ${isCalled("t.symbol", "$1")} or ${isCalled("t.name", "$2")}
  order by t.trade_count desc, t.created_at limit $3`

/** Without wildcards a pattern is an equality. */
const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&")
