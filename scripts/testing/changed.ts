import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import path from "node:path"
import { dependenciesOf, isTypeScript, listFiles, readSource } from "@/scripts/guards/sources"

/** The files of a change; `base` is the commit it is compared with. */
export type Changed = { base: string; files: readonly string[] }

/** Branches a change is compared with; the first that exists. */
const TRUNKS = ["origin/main", "main"]

/**
 * The files that differ from where the branch left main, including uncommitted and untracked files. On main itself
 * these are the changes of the working tree.
 */
export function findChanged(root: string): Changed {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")
      .filter((line) => line !== "")
  const [base = "HEAD"] = TRUNKS.flatMap((trunk) => {
    try {
      return git("merge-base", trunk, "HEAD")
    } catch {
      return []
    }
  })
  const differing = git("diff", "--name-only", "--no-renames", base)
  const untracked = git("ls-files", "--others", "--exclude-standard")
  return { base, files: [...new Set([...differing, ...untracked])].sort() }
}

const SPECS = "tests/pages"

/** Parts of every page, and the programs behind the pages: a change of these affects all specs. */
const EVERYWHERE =
  /^(app\/[^/]+\.(tsx|ts|css)|app\/_parts\/|scripts\/(build|indexer|start|testing|database)|scripts\/local\/|lib\/chain\/generated\/|prisma\/|package(-lock)?\.json|tsconfig\.json|proxy\.ts|instrumentation|next\.config|postcss\.config|public\/|tests\/playwright\.config\.ts|tests\/pages\/helpers\/)/

/** It visits every page. */
const ALWAYS = "accessibility.spec.ts"

const OTHER_PROGRAMS = ["scripts/indexer.ts", "scripts/local/start-environment.ts"]

/**
 * The specs that a change may break, as paths from the root; null for all of them. Playwright's `--only-changed` knows
 * the imports of a spec, not the pages it visits.
 */
export function listAffectedSpecs(changed: readonly string[]): string[] | null {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|css)$/.test(file))
    .map((file) => path.join("app", file))
  const importers = listReached(changed)
  const reached = [...pages, ...OTHER_PROGRAMS].filter((file) => importers.has(file))
  const own = changed.filter((file) => file.startsWith(`${SPECS}/`) && file.endsWith(".spec.ts"))
  // The home page has its own specs, which are found by their folder only.
  const isEverywhere = (file: string) => EVERYWHERE.test(file) && file !== "app/page.tsx"
  if ([...changed, ...reached].some(isEverywhere)) return null
  const names = new Set(reached.flatMap(segmentOf))
  if (names.size === 0) return own
  const affected = readdirSync(SPECS)
    .filter((file) => file.endsWith(".spec.ts") && (file === ALWAYS || mentionsAny(file, names)))
    .map((file) => path.join(SPECS, file))
  return [...new Set([...affected, ...own])].sort()
}

/** The files that a change can reach through imports, types and deferred imports included. */
function listReached(changed: readonly string[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>()
  for (const file of listFiles().filter(isTypeScript)) {
    for (const imported of dependenciesOf(file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  const reached = new Set(changed)
  for (const file of reached)
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

/** "app/tokens/[address]/page.tsx" and "app/api/v1/tokens/route.ts" → tokens; the home page → "". */
function segmentOf(file: string): string[] {
  const [, segment] = /^app\/(?:api\/)?(?:internal\/|v1\/)?([^/]+)\//.exec(file) ?? []
  if (file === "app/page.tsx") return [""]
  return segment ? [segment] : []
}

/** Whether a spec visits an address, or is named after it. */
function mentionsAny(spec: string, names: ReadonlySet<string>) {
  const text = readSource(path.join(SPECS, spec))
  return [...names].some((name) =>
    name === "" ? text.includes('goto("/")') : text.includes(`/${name}`) || spec.startsWith(name),
  )
}
