type Filters = {
  search?: string | undefined
  dev?: string | undefined
  isPrediction?: boolean | undefined
  kind?: "stable" | "floor" | undefined
}

/** The text a search looks into; the index `token_search_idx` is built over the same expression. */
const TEXT = `lower((t.name || E'\\n' || t.symbol) collate "und-x-icu")`

/** The WHERE clause of a token list and its values; placeholders count from $1. */
export function conditions({ search, dev, isPrediction, kind }: Filters) {
  const values: string[] = []
  const add = (value: string) => `$${values.push(value)}`
  const parts: string[] = []
  if (search) parts.push(matches(search, add))
  if (dev) parts.push(`t.dev = ${add(dev)}`)
  if (isPrediction !== undefined)
    parts.push(isPrediction ? "t.is_prediction" : "not t.is_prediction")
  if (kind) parts.push(kind === "stable" ? "t.multiplier = 100" : "t.multiplier < 100")
  return { where: parts.length ? `where ${parts.join(" and ")}` : "", values }
}

function matches(search: string, add: (value: string) => string) {
  if (/^0x[0-9a-fA-F]{40}$/.test(search)) return `t.address = ${add(search.toLowerCase())}`
  const part = `${TEXT} like lower(${add(`%${literal(search)}%`)} collate "und-x-icu")`
  if (!/^0x/i.test(search)) return part
  return `(${part} or t.address like ${add(`${literal(search.toLowerCase())}%`)})`
}

/** Lets LIKE take `%`, `_` and `\` as themselves. */
const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&")
