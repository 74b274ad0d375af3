import { randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import path from "node:path"
import { z } from "zod"
import { limitPage, overloadedPage, rateLimitedPage } from "@/lib/api/page-limit"
import type { RateLimitResult } from "@/lib/api/rate-limit"
import { readSnapshot } from "@/lib/api/snapshot"
import { env } from "@/lib/env"
import { corsHeaders } from "@/lib/http/cors"
import { prefersJson } from "@/lib/http/negotiation"
import { refusePlainly } from "@/lib/http/refuse-plainly"
import { matchesEtag } from "@/lib/http/response"
import { pageCookies } from "./cookies"
import { chooseEncoding, type PageDocument, replaceInPage, toDocument } from "./document"
import { findMissing } from "./existence"
import { findTwin, hasTwin, linkForPrograms } from "./markdown-twin"
import { setOwnHeaders } from "./own-headers"
import { PageCache, POSITION_TIMEOUT_MS } from "./page-cache"
import { pageCsp } from "./page-csp"
import { pageQuery } from "./parameters"
import { createRefreshStep } from "./refresh-step"
import { type FrameworkHandler, renderPage, renderRequest, sendRendering } from "./render"
import { renderHeader } from "./render-header"
import { addressOf, OverloadError, RenderQueue, readHeader } from "./render-queue"
import { type PageRoutes, parsePageRequest, readPageRoutes } from "./routes"
import { createStaticStep } from "./static-files"
import { withTimeout } from "./timeout"

/** Every path without a page gets the page of this one, whose text does not name its path. */
const MISSING_PATH = "/this-page-does-not-exist"

const OVERLOAD_SECONDS = 5

/** Separates the parts of a key; no path or cookie holds it. */
const SEPARATOR = " "

/** Answers a request and returns true, or leaves it to the next step. */
type Step = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** The build leaves it beside the server, with its configuration. */
const BUILD_FILE = "required-server-files.json"

const buildFile = z.object({ config: z.object({ distDir: z.string() }) })

/** A production build caches pages; in development they change with every edit. */
export function createPageSteps(handle: FrameworkHandler): Step[] {
  const folder = process.cwd()
  const file = path.join(folder, BUILD_FILE)
  if (env().NODE_ENV !== "production" || !existsSync(file)) return []
  const { config } = buildFile.parse(JSON.parse(readFileSync(file, "utf8")))
  const routes = readPageRoutes(folder, config.distDir)
  const queue = new RenderQueue()
  return [
    createPageStep(handle, { routes, queue }),
    createRefreshStep(handle, queue),
    createStaticStep(folder, config.distDir),
    createTurnStep(handle, { routes, queue }),
  ]
}

type Pages = { routes: PageRoutes; queue: RenderQueue }

/**
 * Answers requests for pages from memory. Later steps handle everything else, including pages while the database does
 * not answer. `now` returns monotonic milliseconds.
 */
export function createPageStep(
  handle: FrameworkHandler,
  { routes, queue }: Pages,
  now = () => performance.now(),
): Step {
  const source = {
    readState: async () => (await readSnapshot()).snapshot,
    render: (key: string) => renderKey(handle, key),
    now,
  }
  const cache = new PageCache(source, queue)
  return async (request, response) => {
    const { method = "", url = "", headers } = request
    if (method !== "GET" && method !== "HEAD") {
      return routes.isUnrouted(pathOf(url)) && (await refuseUnknownPath(request, response))
    }
    const target = parsePageRequest(method, url, headers)
    if (!target) return false
    // Markdown is not cached here; the framework passes the request to the route that writes it.
    if (findTwin(target.pathname, headers.accept ?? null)) return false
    const isUnrouted = routes.isUnrouted(target.pathname)
    if (!isUnrouted && !routes.isPage(target.pathname)) return false
    if (isUnrouted && prefersJson(headers.accept ?? null)) {
      return refuseUnknownPath(request, response)
    }
    const limit = await countPage(request, target.pathname)
    // A path that is not counted is a file's.
    if (!limit) return false
    for (const [name, value] of limit.headers) response.setHeader(name, value)
    try {
      if (limit.refusal) return refuse(request, response, limit.refusal)
      const place = isUnrouted ? { pathname: MISSING_PATH, query: "" } : target
      const page = await findPage(cache, place, {
        cookie: headers.cookie,
        address: addressOf(request),
      })
      await send(request, response, page)
      return true
    } catch (error) {
      if (response.headersSent) throw error
      request.headers[renderHeader()] = "counted"
      return false
    }
  }
}

const countPage = (request: IncomingMessage, pathname: string) =>
  limitPage(pathname, { get: (name) => readHeader(request.headers, name) })

/** Programs, and methods other than a page's, get no page. */
async function refuseUnknownPath(request: IncomingMessage, response: ServerResponse) {
  const id = `${request.headers["x-request-id"]}`
  const limit = await countPage(request, MISSING_PATH)
  for (const [name, value] of [...corsHeaders, ...(limit?.headers ?? [])]) {
    response.setHeader(name, value)
  }
  response.setHeader("Vary", "Accept")
  if (!limit?.refusal) return refusePlainly(response, id, "NOT_FOUND", "No such path")
  response.setHeader("Retry-After", `${limit.refusal.resetInSeconds}`)
  return refusePlainly(response, id, "RATE_LIMITED", "Too many requests")
}

/**
 * Renders for one request: the data of a link, a page that is not cached, or any page while the database does not
 * answer. The request takes its turn like all pages, and leaves its place before the first byte is sent, so that a
 * client that reads slowly delays nobody.
 */
export function createTurnStep(handle: FrameworkHandler, { routes, queue }: Pages): Step {
  return async (request, response) => {
    const { method = "", url = "" } = request
    if (!routes.isRendered(pathOf(url))) return false
    if (method !== "GET" && method !== "HEAD")
      return method !== "OPTIONS" && refuseMethod(request, response)
    try {
      const rendering = await queue.run(addressOf(request), () => renderRequest(handle, request))
      sendRendering(request, response, rendering)
      return true
    } catch (error) {
      if (!(error instanceof OverloadError)) console.error(error)
      return refuseOverload(request, response)
    }
  }
}

/** The framework would render the page. */
function refuseMethod(request: IncomingMessage, response: ServerResponse) {
  response.setHeader("Allow", "GET, HEAD")
  const id = `${request.headers["x-request-id"]}`
  return refusePlainly(response, id, "METHOD_NOT_ALLOWED", "Pages are read with GET")
}

type Target = { pathname: string; query: string }

/** `address` of the client, which takes its turn among others. */
type Client = { cookie: string | undefined; address: string }

async function findPage(cache: PageCache, target: Target, { cookie = "", address }: Client) {
  const { pathname } = target
  const query = pageQuery(pathname, target.query)
  const key = toKey(`${pathname}${query}`, pageCookies(cookie, pathname))
  const cached = cache.peek(key)
  if (cached) return cached
  const missing = cache.has(key)
    ? null
    : await withTimeout(findMissing(pathname), POSITION_TIMEOUT_MS)
  if (!missing) return cache.get(key, address)
  const { stand, address: named } = missing
  const standKey = toKey(`${missing.pathname}${query}`, pageCookies(cookie, pathname))
  const page = cache.peek(standKey) ?? (await cache.get(standKey, address))
  return page.status === 404 ? replaceInPage(page, stand, named) : cache.get(key, address)
}

const toKey = (target: string, cookie: string) => `${target}${SEPARATOR}${cookie}`

async function renderKey(handle: FrameworkHandler, key: string): Promise<PageDocument> {
  const at = key.indexOf(SEPARATOR)
  const nonce = randomBytes(16).toString("base64url")
  const options = { target: key.slice(0, at), cookie: key.slice(at + 1), nonce }
  return toDocument(await renderPage(handle, options), nonce)
}

async function send(request: IncomingMessage, response: ServerResponse, page: PageDocument) {
  const encoding = chooseEncoding(readHeader(request.headers, "accept-encoding") ?? undefined)
  const encoded = page.encode(encoding)
  const body = Buffer.isBuffer(encoded) ? encoded : await encoded
  setOwnHeaders(request, response)
  response.statusCode = page.status
  for (const [name, value] of page.headers) response.setHeader(name, value)
  const pathname = pathOf(request.url ?? "")
  if (hasTwin(pathname) || page.status === 404) response.appendHeader("Vary", "Accept")
  if (page.status === 200) response.appendHeader("Link", linkForPrograms(pathname))
  response.setHeader("Content-Security-Policy", page.policy)
  response.setHeader("ETag", page.etag)
  const ifNoneMatch = request.headers["if-none-match"] ?? null
  if (page.status === 200 && matchesEtag(ifNoneMatch, page.etag.replace("W/", ""))) {
    response.statusCode = 304
    response.removeHeader("Content-Type")
    response.end()
    return
  }
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding)
  response.setHeader("Content-Length", body.length)
  response.end(request.method === "HEAD" ? undefined : body)
}

const pathOf = (target: string) => target.replace(/\?.*$/, "")

function refuseOverload(request: IncomingMessage, response: ServerResponse) {
  setOwnHeaders(request, response)
  response.writeHead(503, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pageCsp(randomBytes(16).toString("base64")),
    "Cache-Control": "no-store",
    "Retry-After": `${OVERLOAD_SECONDS}`,
  })
  response.end(overloadedPage(OVERLOAD_SECONDS))
  return true
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: RateLimitResult) {
  setOwnHeaders(request, response)
  response.writeHead(429, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pageCsp(randomBytes(16).toString("base64")),
    "Cache-Control": "no-store",
    "Retry-After": `${refusal.resetInSeconds}`,
  })
  response.end(rateLimitedPage(refusal))
  return true
}
