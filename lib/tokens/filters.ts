import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely"
import { ADDRESS_PATTERN } from "@/lib/address"
import { escapeLike } from "@/lib/db/codecs"
import { foldCase, searchedText } from "@/lib/db/search-text"
import { constant, type Input } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"
import {
  type LaunchpadQuery,
  STABLE_MULTIPLIER,
  type TokenKind,
  type TokenListQuery,
  type TokenPhase,
} from "./schema"

const line = expressionBuilder<Database & { t: Database["token"] }, "t">()
const { exists, not, or, ref, selectFrom } = line

type Text = string | Expression<string>

/** Parameters of a statement that searches tokens. */
export const searchParameters = {
  address: "text?",
  addressPattern: "text?",
  textPattern: "text?",
  dev: "text?",
  isPrediction: constant<boolean | null>(),
} as const

type Search<T> = {
  [K in "address" | "addressPattern" | "textPattern" | "dev"]?: T | undefined
} & { isPrediction: boolean | null }

type SearchQuery = Partial<Pick<TokenListQuery, "search" | "dev">> & {
  isPrediction?: boolean | null | undefined
}

/** Values of the parameters: an address is searched as a whole, or as a beginning beside names. */
export function toSearchValues({ search, dev, isPrediction = null }: SearchQuery): Search<string> {
  const others = { dev, isPrediction }
  if (!search) return others
  if (ADDRESS_PATTERN.test(search)) return { ...others, address: search.toLowerCase() }
  const textPattern = `%${escapeLike(search)}%`
  if (!/^0x/i.test(search)) return { ...others, textPattern }
  return { ...others, textPattern, addressPattern: `${escapeLike(search.toLowerCase())}%` }
}

/** Conditions of a search for the token `t`. */
export function listSearchConditions({
  address,
  addressPattern,
  textPattern,
  dev,
  isPrediction,
}: Search<Text>): Expression<SqlBool>[] {
  const texts = [
    ...(textPattern ? [sql<SqlBool>`${foldCase(searchedText)} like ${foldCase(textPattern)}`] : []),
    ...(addressPattern ? [line("t.address", "like", addressPattern)] : []),
  ]
  return [
    ...(isPrediction === null ? [] : [line("t.is_prediction", "=", sql.lit(isPrediction))]),
    ...(dev ? [line("t.dev", "=", dev)] : []),
    ...(address ? [line("t.address", "=", address)] : []),
    ...(texts.length > 0 ? [or(texts)] : []),
  ]
}

/** Parameters of a statement that filters tokens by state; null asks for nothing. */
export const stateParameters = {
  kind: constant<TokenKind | null>(),
  phase: constant<TokenPhase | null>(),
  frozen: constant<boolean | null>(),
  image: constant<boolean | null>(),
  vetted: constant<boolean | null>(),
} as const

type StateFilters = Input<typeof stateParameters>

export const toStateValues = (query: Partial<LaunchpadQuery>): StateFilters => ({
  kind: query.kind ?? null,
  phase: query.phase ?? null,
  frozen: query.frozen ?? null,
  image: query.image ?? null,
  vetted: query.vetted ?? null,
})

/** Conditions on the state of the token `t` and its project. */
export function listStateConditions({
  kind,
  phase,
  frozen,
  image,
  vetted,
}: StateFilters): Expression<SqlBool>[] {
  const ofProject = selectFrom("project as p").select("p.id").whereRef("p.id", "=", "t.project_id")
  const ofReading = selectFrom("token_reading as r")
    .select("r.token")
    .whereRef("r.token", "=", "t.address")
  const isInRewardPhase = exists(ofReading.where("r.has_bonded", "=", false))
  const isOlderThanDay = sql<SqlBool>`${ref("t.created_at")} < now() - interval '24 hours'`
  const require = (value: boolean | null, condition: Expression<SqlBool>) =>
    value === null ? [] : [value ? condition : not(condition)]
  return [
    ...(kind ? [line("t.multiplier", kind === "stable" ? "=" : "<", STABLE_MULTIPLIER)] : []),
    ...(phase === "reward" ? [isInRewardPhase] : []),
    ...(phase === "established" ? [isOlderThanDay, not(isInRewardPhase)] : []),
    ...require(frozen, exists(ofReading.where("r.frozen", "=", true))),
    ...require(image, exists(ofProject.where("p.image", "is not", null))),
    ...require(vetted, exists(ofProject.where("p.vetted", "=", true))),
  ]
}
