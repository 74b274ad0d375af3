import { escapeLike } from "@/lib/db/codecs"

type Filters = {
  search?: string | undefined
  dev?: string | undefined
  isPrediction?: boolean | undefined
  kind?: "stable" | "floor" | undefined
  phase?: "reward" | "established" | undefined
  frozen?: boolean | undefined
  image?: boolean | undefined
  vetted?: boolean | undefined
}

/** How both sides of a search are compared: in lower case, of any script. */
export const searchedText = (text: string) => `lower(${text} collate "und-x-icu")`

/** What a search looks into; the index `token_search_idx` is built over the same, lowered. */
export const SEARCHED = `(t.name || E'\\n' || t.symbol)`

const TEXT = searchedText(SEARCHED)

/** The WHERE clause of a token list and its values; placeholders count from $1. */
export function conditions({ search, dev, isPrediction, ...rest }: Filters) {
  const values: string[] = []
  const add = (value: string) => `$${values.push(value)}`
  const parts: string[] = []
  if (search) parts.push(matches(search, add))
  if (dev) parts.push(`t.dev = ${add(dev)}`)
  if (isPrediction !== undefined)
    parts.push(isPrediction ? "t.is_prediction" : "not t.is_prediction")
  parts.push(...states(rest))
  return { where: parts.length ? `where ${parts.join(" and ")}` : "", values }
}

const IN_REWARD_PHASE = reading("not r.has_bonded")

const phases = {
  reward: IN_REWARD_PHASE,
  established: `t.created_at < now() - interval '24 hours' and not ${IN_REWARD_PHASE}`,
}

/** Conditions without a value of the caller's. */
function states({ kind, phase, frozen, image, vetted }: Omit<Filters, "search" | "dev">) {
  const parts: string[] = []
  const when = (wanted: boolean | undefined, condition: string) => {
    if (wanted !== undefined) parts.push(wanted ? condition : `not ${condition}`)
  }
  if (kind) parts.push(kind === "stable" ? "t.multiplier = 100" : "t.multiplier < 100")
  if (phase) parts.push(phases[phase])
  when(frozen, reading("r.frozen"))
  when(image, project("p.image is not null"))
  when(vetted, project("p.vetted"))
  return parts
}

function reading(condition: string) {
  return `exists (select 1 from token_reading r where r.token = t.address and ${condition})`
}

function project(condition: string) {
  return `exists (select 1 from project p where p.id = t.project_id and ${condition})`
}

function matches(search: string, add: (value: string) => string) {
  if (/^0x[0-9a-fA-F]{40}$/.test(search)) return `t.address = ${add(search.toLowerCase())}`
  const part = `${TEXT} like ${searchedText(add(`%${escapeLike(search)}%`))}`
  if (!/^0x/i.test(search)) return part
  return `(${part} or t.address like ${add(`${escapeLike(search.toLowerCase())}%`)})`
}
