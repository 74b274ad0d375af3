import { readdirSync } from "node:fs"
import path from "node:path"
import { readSource } from "@/scripts/guards/sources"
import { listAffected } from "./changed"

const SPECS = "tests/pages"

/** What every page has, and the programs behind the pages: the whole suite looks at them. */
const EVERYWHERE =
  /^(app\/[^/]+\.(tsx|ts|css)|app\/_parts\/|scripts\/(build|indexer|start)|scripts\/local\/|lib\/chain\/generated\/|proxy\.ts|instrumentation|next\.config|postcss\.config|public\/|tests\/playwright\.config\.ts|tests\/pages\/helpers\/)/

/** It visits every page. */
const ALWAYS = "accessibility.spec.ts"

/** The specs that a change can break, as paths from the root; null for all of them. */
export function listAffectedSpecs(changed: readonly string[]): string[] | null {
  const pages = listFilesBelow("app")
  const reached = listAffected(changed, [...pages, ...OTHER_PROGRAMS])
  const own = changed.filter((file) => file.startsWith(`${SPECS}/`) && file.endsWith(".spec.ts"))
  const all = [...changed, ...(reached ?? [])]
  // The home page is read by its own specs; nothing but its folder tells of it.
  const isEverywhere = all.some((file) => EVERYWHERE.test(file) && file !== "app/page.tsx")
  if (reached === null || isEverywhere) return null
  const names = new Set(reached.flatMap(segmentOf))
  if (names.size === 0) return own
  const specs = readdirSync(SPECS).filter((file) => file.endsWith(".spec.ts"))
  const affected = specs
    .filter((file) => file === ALWAYS || mentionsAny(file, names))
    .map((file) => path.join(SPECS, file))
  return [...new Set([...affected, ...own])].sort()
}

const OTHER_PROGRAMS = ["scripts/indexer.ts", "scripts/local/start-environment.ts"]

function listFilesBelow(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|css)$/.test(file))
    .map((file) => path.join(folder, file))
}

/** "app/tokens/[address]/page.tsx" and "app/api/v1/tokens/route.ts" → tokens; the home page → "". */
function segmentOf(file: string): string[] {
  const [, segment] = /^app\/(?:api\/)?(?:internal\/|v1\/)?([^/]+)\//.exec(file) ?? []
  if (file === "app/page.tsx") return [""]
  return segment ? [segment] : []
}

/** Whether a spec visits an address, or has its name from it. */
function mentionsAny(spec: string, names: ReadonlySet<string>) {
  const text = readSource(path.join(SPECS, spec))
  return [...names].some((name) =>
    name === "" ? text.includes('goto("/")') : text.includes(`/${name}`) || spec.startsWith(name),
  )
}
