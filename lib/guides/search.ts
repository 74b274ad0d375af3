import MiniSearch from "minisearch"
import { processSingleton } from "@/lib/async/process-singleton"
import { findHeadings, splitCode } from "@/lib/markdown/headings"
import { listOperations } from "@/lib/reference/document"
import { MAX_DOCS_QUERY } from "./constants"
import { readFacts } from "./facts"
import type { GuideFacts } from "./guide"
import { guides } from "./registry"
import type { DocsResult } from "./search-schema"

type Entry = DocsResult & { id: number; text: string }

const MAX_RESULTS = 20

/** Sections of guides and operations of the API that have these words, the best first. */
export function searchDocs(query: string): DocsResult[] {
  const { index, entries } = processSingleton("docs-search", () => createIndex(readFacts()))
  return index
    .search(query.slice(0, MAX_DOCS_QUERY))
    .slice(0, MAX_RESULTS)
    .flatMap(({ id }) => {
      const entry = entries.find((each) => each.id === id)
      return entry ? [{ href: entry.href, title: entry.title, context: entry.context }] : []
    })
}

function createIndex(facts: GuideFacts) {
  const entries = [...listSections(facts), ...listReference()].map((entry, id) => ({
    id,
    ...entry,
  }))
  const index = new MiniSearch<Entry>({
    fields: ["title", "text"],
    // "getApiV1Tokens", "token.buy" and "/api/v1/tokens" are found by their parts.
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word),
    searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
  })
  index.addAll(entries)
  return { index, entries }
}

/** Each guide in parts: what comes before its first heading, and each part with a heading. */
function listSections(facts: GuideFacts): Omit<Entry, "id">[] {
  return guides.flatMap(({ slug, title, summary, write }) => {
    const text = write(facts)
    const headings = findHeadings(text)
    const parts = splitSections(text)
    const sections = parts.slice(1).map((part, at) => {
      const { id = "", text: heading = title } = headings[at] ?? {}
      return { href: `/docs/${slug}#${id}`, title: heading, context: title, text: part }
    })
    const whole = { href: `/docs/${slug}`, title, context: summary, text: `${summary} ${parts[0]}` }
    return [whole, ...sections]
  })
}

/** The text before the first heading, and what follows each heading, code included. */
function splitSections(markdown: string): string[] {
  const sections = [""]
  const append = (text: string) => sections.push(`${sections.pop()}${text}`)
  for (const part of splitCode(markdown)) {
    if (part.kind === "code") {
      append(part.fences.map(({ text }) => text).join("\n"))
      continue
    }
    const [before = "", ...others] = part.text.split(/^#{2,4} /m)
    append(before)
    sections.push(...others)
  }
  return sections
}

const listReference = (): Omit<Entry, "id">[] =>
  listOperations().map(({ id, method, path, summary, tag, parameters }) => ({
    href: `/docs/api/${id}`,
    title: summary,
    context: `${method} ${path}`,
    text: [path, tag, ...parameters.map(({ name }) => name)].join(" "),
  }))
