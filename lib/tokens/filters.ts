import { type Expression, expressionBuilder, sql } from "kysely"
import { ADDRESS_PATTERN } from "@/lib/address"
import { escapeLike } from "@/lib/db/codecs"
import type { Database } from "@/lib/generated/database"

type TokenFilters = {
  search?: string | undefined
  dev?: string | undefined
  isPrediction?: boolean | undefined
  kind?: "stable" | "floor" | undefined
  phase?: "reward" | "established" | undefined
  frozen?: boolean | undefined
  image?: boolean | undefined
  vetted?: boolean | undefined
}

/** Lower case in any script: both sides of a search are compared in it. */
export const foldSearchText = (text: string) => `lower(${text} collate "und-x-icu")`

/** The same for the query builder. */
export const foldCase = (text: Expression<string>) =>
  sql<string>`lower(${text} collate "und-x-icu")`

const { ref } = expressionBuilder<{ t: Database["token"] }, "t">()

/** The searched text of the token `t`, for the query builder. */
export const searchedText = sql<string>`(${ref("t.name")} || E'\\n' || ${ref("t.symbol")})`

/** Text that a search matches. The index `token_search_idx` has the same expression in lower case. */
export const SEARCH_TEXT = `(t.name || E'\\n' || t.symbol)`

const FOLDED_SEARCH_TEXT = foldSearchText(SEARCH_TEXT)

/** The WHERE clause of a token list and its values; placeholders count from $1. */
export function buildWhere({ search, dev, isPrediction, ...rest }: TokenFilters) {
  const values: string[] = []
  const addValue = (value: string) => `$${values.push(value)}`
  const parts: string[] = []
  if (search) parts.push(matchSearch(search, addValue))
  if (dev) parts.push(`t.dev = ${addValue(dev)}`)
  if (isPrediction !== undefined)
    parts.push(isPrediction ? "t.is_prediction" : "not t.is_prediction")
  parts.push(...buildStateConditions(rest))
  return { where: parts.length ? `where ${parts.join(" and ")}` : "", values }
}

const IN_REWARD_PHASE = existsState("not r.has_bonded")

const phaseConditions = {
  reward: IN_REWARD_PHASE,
  established: `t.created_at < now() - interval '24 hours' and not ${IN_REWARD_PHASE}`,
}

/** Conditions that need no parameter. */
function buildStateConditions({
  kind,
  phase,
  frozen,
  image,
  vetted,
}: Omit<TokenFilters, "search" | "dev">) {
  const parts: string[] = []
  const addCondition = (wanted: boolean | undefined, condition: string) => {
    if (wanted !== undefined) parts.push(wanted ? condition : `not ${condition}`)
  }
  if (kind) parts.push(kind === "stable" ? "t.multiplier = 100" : "t.multiplier < 100")
  if (phase) parts.push(phaseConditions[phase])
  addCondition(frozen, existsState("r.frozen"))
  addCondition(image, existsProject("p.image is not null"))
  addCondition(vetted, existsProject("p.vetted"))
  return parts
}

function existsState(condition: string) {
  return `exists (select 1 from token_reading r where r.token = t.address and ${condition})`
}

function existsProject(condition: string) {
  return `exists (select 1 from project p where p.id = t.project_id and ${condition})`
}

function matchSearch(search: string, addValue: (value: string) => string) {
  if (ADDRESS_PATTERN.test(search)) return `t.address = ${addValue(search.toLowerCase())}`
  const part = `${FOLDED_SEARCH_TEXT} like ${foldSearchText(addValue(`%${escapeLike(search)}%`))}`
  if (!/^0x/i.test(search)) return part
  return `(${part} or t.address like ${addValue(`${escapeLike(search.toLowerCase())}%`)})`
}
