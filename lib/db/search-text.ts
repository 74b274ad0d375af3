import { type Expression, expressionBuilder, sql } from "kysely"
import type { Database } from "@/lib/generated/database"

const { ref } = expressionBuilder<Database & { t: Database["token"] }, "t">()

/** Lower case in any script; both sides of a search are compared in this form. */
export const foldCase = (text: string | Expression<string>) =>
  sql<string>`lower(${text} collate "und-x-icu")`

/** Text of a token or market that a search matches. The index `token_search_idx` has the same expression in lower case. */
export const searchedText = sql<string>`(${ref("t.name")} || E'\\n' || ${ref("t.symbol")})`
