import { readFileSync } from "node:fs"
import path from "node:path"
import type { Guide, GuideFacts } from "./guide"
import { tables } from "./tables"

/** All guides, in the order in which they are read. */
const SLUGS = [
  "quickstart",
  "authentication",
  "trading-tokens",
  "trading-markets",
  "lending",
  "price-rounds",
  "streams",
  "mcp",
  "sdk",
  "errors",
  "limits",
  "self-hosting",
  "changelog",
]

/** next.config.mjs names the folder, so that every build has it. */
const readText = (name: string) =>
  readFileSync(path.join(process.cwd(), "content/docs", `${name}.md`), "utf8")

export const guides: readonly Guide[] = SLUGS.map((slug) => {
  const [, title, summary, text] = /^# (.+)\n\n> (.+)\n\n([\s\S]+)$/.exec(readText(slug)) ?? []
  if (!title || !summary || !text) throw new Error(`${slug}.md needs a title and a summary`)
  return { slug, title, summary, write: (facts) => fill(text, facts) }
})

export const findGuide = (slug: string) => guides.find((guide) => guide.slug === slug)

/** Replaces `{{origin}}`, `{{windows}}` or `{{parts/setup}}` by its text. */
function fill(text: string, facts: GuideFacts): string {
  return text.replaceAll(/\{\{([\w/-]+)\}\}/g, (_, name: string) => {
    if (name.startsWith("parts/")) return fill(readText(name).trim(), facts)
    const value = Object.entries(facts).find(([each]) => each === name)?.[1] ?? tables[name]?.()
    if (value === undefined) throw new Error(`A guide names {{${name}}}, which is nothing`)
    return `${value}`
  })
}
