import { Buffer } from "node:buffer"
import { type Json, shareTexts } from "./repeated-texts"

/**
 * The data from which React takes over a page ("flight"): rows by id, of JSON in which strings with a dollar sign refer
 * to other rows. Formats: react-server-dom, `ReactFlightServer.js`.
 */
type Row = {
  /** A stream has many rows of one id. */
  id: string
  /** As it was sent. */
  text: string
  /** Null where the row is not JSON that may be changed. */
  value: Json | null
  refersTo: readonly string[]
}

/** Client components (components/ui/server-markup.tsx) that keep their content as it is in the document. */
const MARKUP_COMPONENTS = new Set(["ServerMarkup", "MarketMarkup", "OutcomeMarkup", "WalletMarkup"])

const REFERENCE = /^\$[A-Zhi@]?([0-9a-f]+)(?::(.+))?$/s

/**
 * The data without what the markup already holds: the children of markup components, each replaced by a number, and
 * the rows that only they needed. Repeated texts are written once. `data` must be complete: a later row may need one
 * of these, or have an id that is given to a text here.
 */
export function pruneData(data: string): string {
  if (![...MARKUP_COMPONENTS].some((name) => data.includes(`"${name}"]`))) return data
  const rows = parseRows(Buffer.from(data))
  const pruner = new Pruner(rows)
  const kept = keepReachable(rows.map((row) => pruner.pruneRow(row)))
  const { rows: shorter, shared } = shareTexts(kept)
  return shared + shorter.map(({ text }) => text).join("")
}

/** Rows end with a line, except texts, which have a length. Rows without an id are hints of what to load. */
function parseRows(data: Buffer): Row[] {
  const rows: Row[] = []
  for (let at = 0; at < data.length; ) {
    const colon = data.indexOf(":", at)
    if (colon < 0) throw new Error("A row of a page's data has no id")
    const end = data[colon + 1] === TEXT_TAG ? endOfText(data, colon + 2) : endOfLine(data, colon)
    const text = data.toString("utf8", at, end)
    const id = data.toString("latin1", at, colon)
    rows.push(parseRow(id, text, text.slice(colon - at + 1)))
    at = end
  }
  return rows
}

const TEXT_TAG = "T".charCodeAt(0)

function endOfText(data: Buffer, from: number) {
  const comma = data.indexOf(",", from)
  return comma + 1 + Number.parseInt(data.toString("latin1", from, comma), 16)
}

function endOfLine(data: Buffer, from: number) {
  const end = data.indexOf("\n", from)
  return end < 0 ? data.length : end + 1
}

function parseRow(id: string, text: string, content: string): Row {
  if (/^[[{"]/.test(content)) {
    const value: Json = JSON.parse(content)
    return { id, text, value, refersTo: findReferences(value) }
  }
  // Client components and their files, and any other rows, stay unchanged.
  const references = content.startsWith("T") ? [] : content.matchAll(/"\$[A-Zhi@]?([0-9a-f]+)[":]/g)
  return { id, text, value: null, refersTo: [...references].map(([, other = ""]) => other) }
}

function findReferences(value: Json): string[] {
  if (typeof value === "string") {
    const [, id] = REFERENCE.exec(value) ?? []
    return id === undefined ? [] : [id]
  }
  if (value === null || typeof value !== "object") return []
  return Object.values(value).flatMap(findReferences)
}

class Pruner {
  readonly #rows: ReadonlyMap<string, Row>
  /** The types of markup components, as the data writes them. */
  readonly #types: ReadonlySet<string>
  #count = 0

  constructor(rows: readonly Row[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]))
    this.#types = new Set(rows.filter(isMarkupComponent).map(({ id }) => `$L${id}`))
  }

  pruneRow(row: Row): Row {
    if (row.value === null) return row
    const before = this.#count
    const value = this.#prune(row.value)
    const text = JSON.stringify(value)
    if (before === this.#count && text === JSON.stringify(row.value)) return row
    return { ...row, value, text: `${row.id}:${text}\n`, refersTo: findReferences(value) }
  }

  #prune(value: Json): Json {
    if (typeof value === "string") return this.#replaceReference(value)
    if (value === null || typeof value !== "object") return value
    if (Array.isArray(value)) {
      const element = this.#readMarkup(value)
      if (!element) return value.map((item) => this.#prune(item))
      const { children: _, ...rest } = element
      return [...value.slice(0, 3), { ...rest, kept: this.#count++ }]
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#prune(item)]))
  }

  /** The props of an element of a markup component that has children. */
  #readMarkup([mark, type, , props]: Json[]) {
    if (mark !== "$" || typeof type !== "string" || !this.#types.has(type)) return null
    if (props === null || typeof props !== "object" || Array.isArray(props)) return null
    return props.children == null ? null : props
  }

  /**
   * A repeated value is sent once and then referred to by its path: a path must not lead into data that is left out.
   */
  #replaceReference(text: string): Json {
    const [, id = "", path] = REFERENCE.exec(text) ?? []
    if (path === undefined) return text
    let value: Json | undefined = this.#rows.get(id)?.value ?? undefined
    let isLeftOut = false
    for (const key of path.split(":")) {
      value = this.#resolve(value)
      if (Array.isArray(value)) {
        isLeftOut ||= key === "props" && this.#readMarkup(value) !== null
        value = value[0] === "$" ? value[ELEMENT_FIELDS.indexOf(key)] : value[Number(key)]
      } else if (value !== null && typeof value === "object") value = value[key]
      else return text
    }
    return isLeftOut && value !== undefined ? this.#prune(value) : text
  }

  #resolve(value: Json | undefined): Json | undefined {
    const [, id, path] = (typeof value === "string" && REFERENCE.exec(value)) || []
    if (id === undefined || path !== undefined) return value
    return this.#rows.get(id)?.value ?? undefined
  }
}

/** Fields of an element, in the order of its array. */
const ELEMENT_FIELDS = ["$$typeof", "type", "key", "props"]

function isMarkupComponent({ text }: Row) {
  const [, name] = /^[0-9a-f]+:I\[.*,"(\w+)"\]\n?$/s.exec(text) ?? []
  return name !== undefined && MARKUP_COMPONENTS.has(name)
}

const ROOT = "0"
const HINT = ""

function keepReachable(rows: readonly Row[]): Row[] {
  const references = new Map<string, string[]>()
  for (const { id, refersTo } of rows) {
    references.set(id, [...(references.get(id) ?? []), ...refersTo])
  }
  const reached = new Set<string>()
  const waiting = [ROOT, HINT]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(references.get(id) ?? []))
  }
  return rows.filter(({ id }) => reached.has(id))
}
