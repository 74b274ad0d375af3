import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import path from "node:path"
import ts from "typescript"

export const ROOT = path.resolve(import.meta.dirname, "../..")

/** Folders whose code is ours; `contracts` holds Solidity, which only the layout guards read. */
const CODE = /^(app|components|contracts|lib|prisma|scripts|sdk|tests)\//
const TYPESCRIPT = /\.(ts|tsx|mts|mjs)$/
const GENERATED = /(^|\/)generated\//

/** Every file git knows or would add, relative to the root. */
export function listFiles(): string[] {
  const output = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  })
  return output.split("\n").filter((file) => file !== "" && existsSync(path.join(ROOT, file)))
}

export const isCode = (file: string) => CODE.test(file) && !GENERATED.test(file)

export const isTypeScript = (file: string) => isCode(file) && TYPESCRIPT.test(file)

export const readSource = (file: string) => readFileSync(path.join(ROOT, file), "utf8")

const parsed = new Map<string, ts.SourceFile>()

/** The syntax tree of a file, parsed once for all guards. */
export function parseSource(file: string): ts.SourceFile {
  const cached = parsed.get(file)
  if (cached) return cached
  const source = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest)
  parsed.set(file, source)
  return source
}

/** The files of ours that a file imports statically, type imports and re-exports included. */
export function importsOf(file: string): string[] {
  return parseSource(file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const specifier = statement.moduleSpecifier
    if (!specifier || !ts.isStringLiteral(specifier)) return []
    return resolveImport(file, specifier.text) ?? []
  })
}

/** The same files, and those that it loads with `import()` when it needs them. */
export function dependenciesOf(file: string): string[] {
  return ts
    .preProcessFile(readSource(file), true, true)
    .importedFiles.flatMap(({ fileName }) => resolveImport(file, fileName) ?? [])
}

const EXTENSIONS = ["", ".ts", ".tsx", ".mts", ".mjs"]

/** A path from the root; null for a package. */
function resolveImport(importer: string, specifier: string): string | null {
  const isOurs = specifier.startsWith("@/") || specifier.startsWith(".")
  if (!isOurs) return null
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : path.join(path.dirname(importer), specifier)
  const candidates = EXTENSIONS.map((extension) => base + extension)
  return candidates.find((file) => isFile(path.join(ROOT, file))) ?? null
}

const isFile = (file: string) => existsSync(file) && statSync(file).isFile()
