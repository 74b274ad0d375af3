// The part of ./openapi.mjs that is made of the app's own code.
import path from "node:path"
import type { Contract, Method } from "@/lib/api/contract"
import { describeApi, type PathDescription } from "@/lib/api/openapi"
import { version } from "@/package.json"

const METHODS: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** The exports of a route file. */
export type Handlers = Partial<Record<string, { contract?: Contract }>>

/** The document of the routes, by their files below app/. */
export function openApiText(routes: readonly (readonly [file: string, handlers: Handlers])[]) {
  return `${JSON.stringify(describeApi(describeRoutes(routes), version))}\n`
}

/** Every path with the contracts its route file carries. */
export function describeRoutes(
  routes: readonly (readonly [file: string, handlers: Handlers])[],
): PathDescription[] {
  return routes
    .map(([file, handlers]) => ({ path: pathOf(file), operations: operationsOf(handlers) }))
    .filter(({ operations }) => Object.keys(operations).length > 0)
}

function operationsOf(handlers: Handlers): PathDescription["operations"] {
  const operations = METHODS.flatMap((method) => {
    const contract = handlers[method]?.contract
    return contract ? [[method, contract] as const] : []
  })
  return Object.fromEntries(operations)
}

/** `api/v1/tokens/[address]/route.ts` answers /api/v1/tokens/{address}. */
function pathOf(file: string) {
  const folders = path.dirname(file).split(path.sep)
  const segments = folders.filter((folder) => !/^\(.*\)$/.test(folder))
  return `/${segments.map((segment) => segment.replace(/^\[(.+)\]$/, "{$1}")).join("/")}`
}
