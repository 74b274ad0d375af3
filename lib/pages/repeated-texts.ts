/** A value in a row of a page's data. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

type Row = { id: string; text: string; value: Json | null; refersTo: readonly string[] }

/** Texts up to this length are written without a separate row. */
const SHORT = 12

/** Length of a row and of each reference to it, without the text. */
const ROW_OVERHEAD = '100:""\n'.length
const REFERENCE_LENGTH = "$100".length

/**
 * Writes texts that elements' properties repeat, such as class names and addresses, once: in a row at the start, to
 * which the others refer. Unset properties of the browser's own elements are left out.
 */
export function shareTexts<R extends Row>(rows: readonly R[]): { rows: R[]; shared: string } {
  const counts = new Map<string, number>()
  for (const { value } of rows) countTexts(value, false, counts)
  const ids = new Map<string, string>()
  // Ids of missing rows that others name are taken as well: React's client fails at two rows of one id.
  const taken = rows.flatMap((row) => [row.id, ...row.refersTo])
  let id = Math.max(0, ...taken.map((each) => Number.parseInt(each, 16) || 0))
  for (const [text, count] of counts) {
    const gain = (text.length - REFERENCE_LENGTH) * count - text.length - ROW_OVERHEAD
    if (gain > 0) ids.set(text, (++id).toString(16))
  }
  const shared = [...ids].map(([text, row]) => `${row}:${JSON.stringify(text)}\n`).join("")
  return { rows: rows.map((row) => replaceTexts(row, ids)), shared }
}

function countTexts(value: Json, isProperty: boolean, counts: Map<string, number>) {
  if (typeof value === "string") {
    const isShared = isProperty && value.length >= SHORT && !value.startsWith("$")
    if (isShared) counts.set(value, (counts.get(value) ?? 0) + 1)
  } else if (Array.isArray(value)) {
    if (isElement(value)) countTexts(value[3] ?? null, true, counts)
    else for (const item of value) countTexts(item, isProperty, counts)
  } else if (value !== null && typeof value === "object") {
    for (const item of Object.values(value)) countTexts(item, isProperty, counts)
  }
}

function replaceTexts<R extends Row>(row: R, ids: ReadonlyMap<string, string>): R {
  if (row.value === null) return row
  return { ...row, text: `${row.id}:${JSON.stringify(shorten(row.value, false, ids))}\n` }
}

function shorten(value: Json, isProperty: boolean, ids: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") {
    const id = isProperty ? ids.get(value) : undefined
    return id === undefined ? value : `$${id}`
  }
  if (value === null || typeof value !== "object") return value
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, shorten(item, isProperty, ids)]),
    )
  }
  if (!isElement(value)) return value.map((item) => shorten(item, isProperty, ids))
  const [mark = null, type = null, key = null, properties = null, ...rest] = value
  return [mark, type, key, shorten(withoutUnset(type, properties), true, ids), ...rest]
}

/** Only for the browser's own elements, because components may treat unset properties differently. */
function withoutUnset(type: Json, properties: Json): Json {
  if (typeof type !== "string" || type.startsWith("$")) return properties
  if (properties === null || typeof properties !== "object" || Array.isArray(properties)) {
    return properties
  }
  const set = Object.entries(properties).filter(([, value]) => value !== "$undefined")
  return Object.fromEntries(set)
}

/** An element: a mark, its type, its key and its properties. */
const isElement = (value: readonly Json[]) => value[0] === "$" && value.length >= 4
