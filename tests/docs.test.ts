import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const root = path.resolve(import.meta.dirname, "..")
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
]
const FOLDERS =
  /^(app|components|lib|prisma|contracts|scripts|tests|deployments|docs)\/[\w./[\]-]+$/

/** Names that stand for several files. */
const isPattern = (name: string) => /[*<…]/.test(name)

test.each(documents)("%s names files that exist", (document) => {
  const text = readFileSync(path.join(root, document), "utf8")
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name)
  const drawn = [...text.matchAll(/(?:"|<br\/>)([\w./[\]-]+\/[\w./[\]-]+)/g)].map(
    ([, name = ""]) => name,
  )
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = ""]) =>
    path.join(path.dirname(document), link),
  )
  const names = [...quoted, ...drawn].filter((name) => FOLDERS.test(name) && !isPattern(name))
  const missing = [...names, ...links].filter((name) => !existsSync(path.join(root, name)))
  expect(missing).toEqual([])
})
