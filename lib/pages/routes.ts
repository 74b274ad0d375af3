import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"

/** Headers and parameters of requests that are not for a page's document. */
const ROUTER_HEADERS = ["rsc", "next-router-prefetch", "next-action", "next-url", "x-nextjs-data"]

/** It reads the node for a transaction that may not be mined yet, so the index does not show when its page changes. */
const NOT_KEPT = /^\/tx\//

const MAX_TARGET = 2_000

export type PageRoutes = {
  /** Whether the path is a page that may be cached. */
  isPage: (pathname: string) => boolean
  /** Whether the framework renders a page for the path, cached or not; includes encoded paths. */
  isRendered: (pathname: string) => boolean
  /** Whether no page, route, file or redirect answers the path. */
  isUnrouted: (pathname: string) => boolean
}

/** Reads from the build's manifests which paths are pages. `folder` is the server's, with `distDir` in it. */
export function readPageRoutes(folder: string, distDir: string): PageRoutes {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(folder, distDir, name), "utf8"))
  const routes = Object.entries(appRoutes.parse(read("app-path-routes-manifest.json")))
  const { redirects, rewrites } = rulesManifest.parse(read("routes-manifest.json"))
  const sources = [redirects, ...(Array.isArray(rewrites) ? [rewrites] : Object.values(rewrites))]
  const rules = sources.flat().map(({ regex }) => new RegExp(regex))
  const pathsOf = (kind: string) =>
    routes.filter(([file]) => file.endsWith(`/${kind}`)).map(([, route]) => route)
  const pages = pathsOf("page").filter((route) => !route.startsWith("/_"))
  const others = pathsOf("route")
  const isRule = (pathname: string) => rules.some((rule) => rule.test(pathname))
  const matchesPage = matcher(pages)
  const matchesOther = matcher(others)
  // A fixed route takes precedence over a page with a parameter, so its path is no page.
  const matchesFixedOther = matcher(others.filter((route) => !route.includes("[")))
  const files = listFiles(path.join(folder, "public"))
  return {
    isPage: (pathname) =>
      isPlain(pathname) &&
      matchesPage(pathname) &&
      !NOT_KEPT.test(pathname) &&
      !matchesFixedOther(pathname) &&
      !isRule(pathname),
    isRendered: (pathname) => {
      const decoded = decode(pathname)
      return matchesPage(decoded) && !matchesFixedOther(decoded)
    },
    isUnrouted: (pathname) =>
      isPlain(pathname) &&
      !pathname.startsWith("/_next") &&
      !matchesPage(pathname) &&
      !matchesOther(pathname) &&
      !isRule(pathname) &&
      !files.has(pathname),
  }
}

const rule = z.object({ regex: z.string() })

/** Paths by the file that answers them. */
const appRoutes = z.record(z.string(), z.string())

const rulesManifest = z.object({
  redirects: z.array(rule),
  rewrites: z.union([z.array(rule), z.record(z.string(), z.array(rule))]),
})

/** Encoded paths are left to the framework, which knows which of them are equal. */
const isPlain = (pathname: string) =>
  /^\/[\w./~-]*$/.test(pathname) && !/\/\/|\/\.{1,2}(?:\/|$)/.test(pathname)

function decode(pathname: string) {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

function matcher(routes: readonly string[]) {
  const patterns = routes.map(toPattern)
  return (pathname: string) => patterns.some((pattern) => pattern.test(pathname))
}

/** Matches the paths of a route as Next.js writes it: `/tokens/[address]`. */
export function toPattern(route: string) {
  const parts = route.split("/").slice(1)
  const source = parts.map((part) => {
    if (part.startsWith("[[...")) return "(?:/.*)?"
    if (part.startsWith("[...")) return "/.+"
    const [before = "", after] = part.split(/\[[^\]]*\]/)
    return after === undefined
      ? `/${escapePattern(part)}`
      : `/${escapePattern(before)}[^/]+${escapePattern(after)}`
  })
  return new RegExp(`^${route === "/" ? "/" : source.join("")}$`)
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

function listFiles(folder: string) {
  if (!existsSync(folder)) return new Set<string>()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries.map(({ parentPath, name }) => `/${path.relative(folder, path.join(parentPath, name))}`),
  )
}

type Headers = Record<string, string | string[] | undefined>

/** The path and the query of a request for the document of a page; null for every other request. */
export function parsePageRequest(method: string, target: string, headers: Headers) {
  if (method !== "GET" && method !== "HEAD") return null
  if (!target.startsWith("/") || target.length > MAX_TARGET) return null
  if (ROUTER_HEADERS.some((name) => headers[name] !== undefined)) return null
  const at = target.indexOf("?")
  const pathname = at < 0 ? target : target.slice(0, at)
  const query = at < 0 ? "" : target.slice(at)
  // The router's own requests carry it.
  if (/[?&]_rsc\b/.test(query) || target.includes("#")) return null
  return { pathname, query }
}
