// node scripts/run.mjs scripts/openapi.ts: writes lib/api/openapi.json from the contracts under app/, and what the
// Python package takes from it.
import { readdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import type { Contract, Method } from "@/lib/api/contract"
import { describeApi, type PathDescription } from "@/lib/api/openapi"
import { version } from "@/package.json"
import { generatePython } from "@/scripts/sdk/python.mjs"

const ROOT = path.resolve(import.meta.dirname, "..")
const METHODS: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** Where the document stands: committed, so that a build needs nothing but the sources. */
export const DOCUMENT = path.join(ROOT, "lib/api/openapi.json")

/**
 * Public routes. Those under api/internal serve our own pages, agent.json is the former name of the agent card; the rest
 * are feeds, calendars and the sitemap.
 */
const PUBLIC =
  /^(api(?!\/internal\/)|portfolio|contracts\.json|llms\.txt|llms-full\.txt|\.well-known\/agent-card\.json|ipfs)\/(.*\/)?route\.ts$/

/** Every public path under app/ with the contracts its route file carries. */
export async function findRoutes(): Promise<PathDescription[]> {
  const files = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  const routes = files.filter((file) => PUBLIC.test(file)).sort()
  const described = await Promise.all(routes.map(describeRoute))
  return described.filter(({ operations }) => Object.keys(operations).length > 0)
}

async function describeRoute(file: string): Promise<PathDescription> {
  const handlers: Partial<Record<string, { contract?: Contract }>> = await import(
    pathToFileURL(path.join(ROOT, "app", file)).href
  )
  const operations = METHODS.flatMap((method) => {
    const contract = handlers[method]?.contract
    return contract ? [[method, contract] as const] : []
  })
  return { path: pathOf(file), operations: Object.fromEntries(operations) }
}

/** `api/v1/tokens/[address]/route.ts` answers /api/v1/tokens/{address}. */
function pathOf(file: string) {
  const folders = path.dirname(file).split(path.sep)
  const segments = folders.filter((folder) => !/^\(.*\)$/.test(folder))
  return `/${segments.map((segment) => segment.replace(/^\[(.+)\]$/, "{$1}")).join("/")}`
}

/** The document as it must stand in the repository. */
export async function openApiText() {
  return `${JSON.stringify(describeApi(await findRoutes(), version), null, 2)}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(DOCUMENT, await openApiText())
  await generatePython()
}
