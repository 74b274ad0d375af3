import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { describe, expect, test } from "vitest"

const ROOT = path.resolve(import.meta.dirname, "..")

/** Code for wallets, the chain and schemas: it comes with the islands that need it, never with a page. */
const LATE =
  /^(viem|wagmi|zod|ethers|siwe|@tanstack\/|@walletconnect\/|cmdk|react-easy-crop|lightweight-charts)/

/** What not even the frame of all pages may bring; single pages may. */
const LATE_IN_FRAME = new RegExp(`${LATE.source}|^radix-ui`)

type Module = { isClient: boolean; imports: string[] }

const modules = new Map<string, Module>()

/** What a module brings with it at once: neither types nor what is imported by a call. */
function moduleOf(file: string): Module {
  const cached = modules.get(file)
  if (cached) return cached
  const text = readFileSync(file, "utf8")
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const imports = source.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
    const specifier = isImport ? statement.moduleSpecifier : undefined
    if (!specifier || !ts.isStringLiteral(specifier) || isForTypes(statement)) return []
    return [specifier.text]
  })
  const module = { isClient: /^"use client"/.test(text), imports }
  modules.set(file, module)
  return module
}

function isForTypes(statement: ts.Statement) {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly
  if (!ts.isImportDeclaration(statement) || !statement.importClause) return false
  const { isTypeOnly, name, namedBindings } = statement.importClause
  if (isTypeOnly) return true
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false
  const { elements } = namedBindings
  return elements.length > 0 && elements.every((element) => element.isTypeOnly)
}

/** One of our files, or null for a package. */
function fileOf(importer: string, specifier: string) {
  const base = specifier.startsWith("@/")
    ? path.join(ROOT, specifier.slice(2))
    : specifier.startsWith(".")
      ? path.join(path.dirname(importer), specifier)
      : null
  if (!base) return null
  return ["", ".ts", ".tsx"].map((end) => base + end).find((file) => existsSync(file)) ?? null
}

/** The ways by which the browser's part of a page brings a package. */
function waysTo(packages: RegExp, entry: string): string[] {
  const seen = new Set<string>()
  const problems: string[] = []
  const walk = (file: string, isInClient: boolean, way: string[]) => {
    const { isClient, imports } = moduleOf(file)
    const isLoaded = isInClient || isClient
    const key = `${file} ${isLoaded}`
    if (seen.has(key)) return
    seen.add(key)
    const here = [...way, path.relative(ROOT, file)]
    for (const specifier of imports) {
      const next = fileOf(file, specifier)
      if (next && /\.tsx?$/.test(next)) walk(next, isLoaded, here)
      if (!next && isLoaded && packages.test(specifier))
        problems.push([...here, specifier].join(" > "))
    }
  }
  walk(path.join(ROOT, entry), false, [])
  return problems
}

const pages = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)(page|layout|loading|error|not-found)\.tsx$/.test(file))
  // For developers alone; it shows everything at once.
  .filter((file) => !file.startsWith("dev/"))
  .map((file) => path.join("app", file))

describe("the first load", () => {
  test("is followed at all", () => {
    expect(pages.length).toBeGreaterThan(8)
    expect(waysTo(/^wagmi/, "components/wallet/runtime.tsx")).not.toEqual([])
  })

  test.each(pages)("%s brings no code that can come later", (page) => {
    expect(waysTo(LATE, page)).toEqual([])
  })

  test("every page's frame leaves windows and menus for when they open", () => {
    expect(waysTo(LATE_IN_FRAME, "app/layout.tsx")).toEqual([])
  })
})
