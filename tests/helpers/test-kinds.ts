import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"

/** Browser tests, and those that start a cluster (tests/cluster.config.ts, tests/faults). */
const OF_OTHER_PARTS = /^(pages|cluster|faults)\//

/** Every file of unit, database and API tests, as a path from the root. */
export function listTests(root: string): string[] {
  return readdirSync(path.join(root, "tests"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !OF_OTHER_PARTS.test(file))
    .map((file) => `tests/${file}`)
    .sort()
}

/** Packages and modules that need a database, a node or a process with an environment of its own. */
const SERVICES = /^pg$|^scripts\/local\/anvil\.ts$|^tests\/helpers\/built-server\.ts$/

/** These change or use what a process has once: its environment, its modules, its ports. */
const NEEDS_OWN_PROCESS =
  /vi\.(mock|doMock|resetModules|stubEnv)\(|process\.env\.\w+ (\?\?)?= |process\.chdir|node:(http|net|child_process)|CONTENT_DIR/

/** Whether a test, or anything it imports, uses a service. */
export function reachesServices(root: string, test: string): boolean {
  if (NEEDS_OWN_PROCESS.test(readFileSync(path.join(root, test), "utf8"))) return true
  return reaches(root, test, SERVICES)
}

/** Whether a file imports a module that fits a pattern, itself or through its imports. Types do not count. */
export function reaches(root: string, start: string, pattern: RegExp): boolean {
  const seen = new Set([start])
  for (const file of seen) {
    for (const specifier of importsOf(root, file)) {
      const imported = resolve(root, file, specifier)
      if (pattern.test(imported ?? specifier)) return true
      if (imported) seen.add(imported)
    }
  }
  return false
}

const importsByFile = new Map<string, string[]>()

function importsOf(root: string, file: string) {
  const cached = importsByFile.get(file)
  if (cached) return cached
  if (!/\.(ts|tsx|mjs)$/.test(file)) return []
  const text = readFileSync(path.join(root, file), "utf8")
  const imports = withoutTypes(text)
  importsByFile.set(file, imports)
  return imports
}

/** What is loaded when the file runs, at once or by a call. */
function withoutTypes(text: string) {
  const code = text.replace(/^(import|export) type [^"]*"[^"]*"/gm, "")
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName)
}

function resolve(root: string, importer: string, specifier: string) {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? path.join(path.dirname(importer), specifier)
      : null
  if (base === null) return null
  const candidates = [base, `${base}.ts`, `${base}.tsx`]
  return candidates.find((file) => /\.\w+$/.test(file) && existsSync(path.join(root, file))) ?? null
}
