import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  type SqlBool,
  sql,
} from "kysely"
import type pg from "pg"
import { getDeployment } from "@/lib/chain/deployment"
import { db, transaction } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import { foldCase, searchedText } from "@/lib/db/search-text"
import { constant, statement } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"
import { dayChange, priceDayAgo, tokenPrice } from "@/lib/tokens/prices"

/** Threshold of `word_similarity` for misspelt words, from 0 to 1. */
const MIN_WORD_SIMILARITY = 0.45
/** Shorter texts are not searched for misspellings. */
const MIN_FUZZY_LENGTH = 3

/** `start`: one or two letters match beginnings of words only. `similar`: misspelt words. */
type MatchKind = "part" | "start" | "similar" | "address"

type Line = ExpressionBuilder<{ t: Database["token"] }, "t">

const foldedText = foldCase(searchedText)

/** Name and symbol, each between line breaks, so that LIKE can match a prefix or the whole. */
const namesInLines = sql<string>`E'\\n' || ${foldedText} || E'\\n'`

const isLike = (text: Expression<string>, pattern: Expression<string>) =>
  sql<SqlBool>`${text} like ${pattern}`

/** `text` has its wildcards escaped, unless similar words are sought. */
function matches({ or, ref }: Line, kind: MatchKind, text: Expression<string>) {
  const folded = foldCase(text)
  switch (kind) {
    case "part":
      return isLike(foldedText, sql`'%' || ${folded} || '%'`)
    case "start":
      return or([
        isLike(foldedText, sql`${folded} || '%'`),
        isLike(foldedText, sql`E'%\\n' || ${folded} || '%'`),
        isLike(foldedText, sql`'% ' || ${folded} || '%'`),
      ])
    case "similar":
      return sql<SqlBool>`${folded} <% ${foldedText}`
    case "address":
      return isLike(ref("t.address"), sql`${text} || '%'`)
  }
}

/** 0 the name or symbol itself or the address, 1 its beginning, 2 the beginning of a word, 3 any part, 4 alike. */
function rankOf(
  line: Line,
  kind: MatchKind,
  text: Expression<string>,
): AliasableExpression<number> {
  if (kind === "address") return sql<number>`0`
  if (kind === "similar") return sql<number>`4`
  const folded = foldCase(text)
  return line
    .case()
    .when(isLike(namesInLines, sql`E'%\\n' || ${folded} || E'\\n%'`))
    .then(sql<number>`0`)
    .when(isLike(namesInLines, sql`E'%\\n' || ${folded} || '%'`))
    .then(sql<number>`1`)
    .when(isLike(foldedText, sql`'% ' || ${folded} || '%'`))
    .then(sql<number>`2`)
    .else(sql<number>`3`)
    .end()
}

/** Among equal matches TIDE comes first, before tokens that took its name, then the most traded. */
const readMatches = statement(
  { mainToken: "text", text: "text", limit: "integer", kind: constant<MatchKind>() },
  ({ mainToken, text, limit, kind }) => {
    const best = db
      .selectFrom("token as t")
      .leftJoin("token_day as d", "d.token", "t.address")
      .select((line) => [
        "t.address",
        rankOf(line, kind, text).as("rank"),
        sql<string>`coalesce(${line.ref("d.volume")}, 0)`.as("volume"),
      ])
      .where(({ not }) => not("t.is_prediction"))
      .where((line) => matches(line, kind, text))
      .orderBy("rank")
      .orderBy((line) => line("t.address", "=", mainToken), "desc")
      .orderBy("volume", "desc")
      .orderBy("t.trade_count", "desc")
      .orderBy("t.project_id")
      .limit(limit)
    return db
      .selectFrom(best.as("best"))
      .innerJoin("token as t", "t.address", "best.address")
      .innerJoin("project as p", "p.id", "t.project_id")
      .crossJoinLateral(tokenPrice(mainToken))
      .crossJoinLateral(priceDayAgo(mainToken))
      .select([
        "t.address",
        "t.name",
        "t.symbol",
        "p.image",
        "t.dev",
        "best.rank",
        "price.in_usd as priceUsd",
        dayChange.as("dayChange"),
      ])
      .orderBy("best.rank")
      .orderBy((line) => line("t.address", "=", mainToken), "desc")
      .orderBy("best.volume", "desc")
      .orderBy("t.trade_count", "desc")
      .orderBy("t.project_id")
  },
)

type Search = { kind: MatchKind; text: string; limit: number }

const findMatches = (search: Search, client?: pg.ClientBase) =>
  readMatches({ ...search, mainToken: getDeployment().mainToken }, client)

export type FoundToken = Awaited<ReturnType<typeof findMatches>>[number]

/** Tokens by name or symbol, best match first; similar spellings when nothing else matches. */
export async function searchTokens(words: string, limit: number): Promise<FoundToken[]> {
  const isShort = [...words].length < MIN_FUZZY_LENGTH
  const kind = isShort ? "start" : "part"
  const matches = await findMatches({ kind, text: escapeLike(words), limit })
  return matches.length > 0 || isShort ? matches : searchSimilar(words, limit)
}

const searchSimilar = (text: string, limit: number) =>
  transaction(async (client) => {
    const threshold = `set local pg_trgm.word_similarity_threshold = ${MIN_WORD_SIMILARITY}`
    await client.query(threshold)
    return findMatches({ kind: "similar", text, limit }, client)
  })

/** Tokens by the beginning of their address. */
export const searchTokenAddresses = (prefix: string, limit: number): Promise<FoundToken[]> =>
  findMatches({ kind: "address", text: prefix, limit })
