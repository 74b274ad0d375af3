import { findOperation } from "@/lib/reference/document"
import { writeOperation, writeReferenceIndex } from "@/lib/reference/markdown"
import { type GuideFacts, writeGuide } from "./guide"
import { findGuide, guides } from "./registry"

/** The Markdown of a page of the documentation; null where there is none. */
export function writeDocsPage(pathname: string, facts: GuideFacts): string | null {
  if (pathname === "/docs") return writeIndex(facts)
  if (pathname === "/docs/api") return writeReferenceIndex()
  const [, name = ""] = /^\/docs\/api\/(\w+)$/.exec(pathname) ?? []
  const operation = findOperation(name)
  if (operation) return `${writeOperation(operation)}\n`
  const guide = findGuide(pathname.slice("/docs/".length))
  return guide ? writeGuide(guide, facts) : null
}

const writeIndex = ({ origin }: GuideFacts) => `# Documentation

${guides.map(({ slug, title, summary }) => `- [${title}](${origin}/docs/${slug}.md): ${summary}`).join("\n")}
- [API reference](${origin}/docs/api.md): every operation of the REST API
`

/** Paths of all pages of the documentation, for the sitemap. */
export const docsPaths = () => ["/docs", ...guides.map(({ slug }) => `/docs/${slug}`), "/docs/api"]
