import type { Finding } from "./finding"
import { readSource } from "./sources"

/** Folders of code without a domain: their names are terms of programmers. */
const TECHNICAL = new Set([
  "async",
  "auth",
  "charts",
  "db",
  "generated",
  "http",
  "layout",
  "search",
  "server",
  "ui",
])

/** Domain folders and database models whose nouns docs/glossary.md does not explain. */
export function findMissingNouns(files: readonly string[]): Finding[] {
  const nouns = new Set(nounsOf(readSource("docs/glossary.md")))
  const folders = files.flatMap((file) => /^(?:lib|components)\/([^/]+)\//.exec(file)?.[1] ?? [])
  const models = files
    .filter((file) => file.startsWith("prisma/schema/"))
    .flatMap((file) => [...readSource(file).matchAll(/^model (\w+)/gm)].map(([, name]) => name))
  const names = [...folders.filter((folder) => !TECHNICAL.has(folder)), ...models]
  return [...new Set(names)].flatMap((name = "") => {
    const missing = nounsOf(name).filter((noun) => !nouns.has(noun))
    return missing.length > 0 ? [{ at: name, detail: missing.join(", ") }] : []
  })
}

/** "MarketOrders" and "market-orders" → market, order. */
const nounsOf = (text: string) =>
  text
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase().replace(/s$/, ""))
