import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { pageCsp } from "@/lib/api/page-csp"
import { limitPage, rateLimitedPage } from "@/lib/api/page-limit"
import type { RateLimitResult } from "@/lib/api/rate-limit"
import { matchesEtag } from "@/lib/api/response"
import { securityHeaders } from "@/lib/api/security"
import { readSnapshot } from "@/lib/api/snapshot"
import { pageCookies } from "./cookies"
import { chooseEncoding, type PageDocument, replaceInPage, toDocument } from "./document"
import { findMissing } from "./existence"
import { PageMemory, POSITION_TIMEOUT_MS } from "./memory"
import { type FrameworkHandler, renderPage } from "./render"
import { renderHeader } from "./render-header"
import { parsePageRequest, readPageRoutes } from "./routes"
import { canonicalSnapshot } from "./snapshot"
import { withTimeout } from "./timeout"

/** Every path without a page gets the page of this one, whose text does not name its path. */
const NOWHERE = "/this-page-does-not-exist"

/** Separates the parts of a key; no path or cookie holds it. */
const SEPARATOR = " "

/** Answers a request and returns true, or leaves it to the framework. */
type Step = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** Where the server with the build runs, pages are kept; elsewhere they change with every edit. */
export function createPageSteps(handle: FrameworkHandler): Step[] {
  const config = process.env.__NEXT_PRIVATE_STANDALONE_CONFIG
  if (config === undefined || process.env.NODE_ENV !== "production") return []
  const { distDir } = JSON.parse(config) as { distDir: string }
  return [createPageStep(handle, process.cwd(), distDir)]
}

/**
 * Answers requests for pages from memory. Everything else is the framework's, also pages while the database does not
 * answer. `folder` is the server's, with the build in its `distDir`.
 */
export function createPageStep(handle: FrameworkHandler, folder: string, distDir: string): Step {
  const routes = readPageRoutes(folder, distDir)
  const memory = new PageMemory({
    readState: async () => canonicalSnapshot((await readSnapshot()).snapshot),
    render: (key) => renderKey(handle, key),
    now: () => performance.now(),
  })
  return async (request, response) => {
    const { method = "", url = "", headers } = request
    const target = parsePageRequest(method, url, headers)
    if (!target) return false
    const isNowhere = routes.isNowhere(target.pathname)
    if (!isNowhere && !routes.isPage(target.pathname)) return false
    const limit = await limitPage(target.pathname, { get: (name) => readHeader(request, name) })
    // A path that is not counted is a file's.
    if (!limit) return false
    for (const [name, value] of limit.headers) response.setHeader(name, value)
    try {
      if (limit.refusal) return refuse(request, response, limit.refusal)
      const place = isNowhere ? { pathname: NOWHERE, query: "" } : target
      await send(request, response, await findPage(memory, place, headers.cookie))
      return true
    } catch (error) {
      if (response.headersSent) throw error
      request.headers[renderHeader()] = "counted"
      return false
    }
  }
}

/** Headers of every answer; the id is in the request. */
function setOwnHeaders(request: IncomingMessage, response: ServerResponse) {
  response.setHeader("X-Request-Id", readHeader(request, "x-request-id") ?? "")
  for (const [name, value] of securityHeaders()) response.setHeader(name, value)
}

function readHeader({ headers }: IncomingMessage, name: string) {
  const value = headers[name.toLowerCase()]
  return (Array.isArray(value) ? value.join(", ") : value) ?? null
}

type Place = { pathname: string; query: string }

async function findPage(memory: PageMemory, { pathname, query }: Place, cookie = "") {
  const key = toKey(`${pathname}${query}`, pageCookies(cookie, pathname))
  const known = memory.peek(key)
  if (known) return known
  const missing = memory.has(key)
    ? null
    : await withTimeout(findMissing(pathname), POSITION_TIMEOUT_MS)
  if (!missing) return memory.get(key)
  const { stand, address } = missing
  const standKey = toKey(`${missing.pathname}${query}`, pageCookies(cookie, pathname))
  const page = memory.peek(standKey) ?? (await memory.get(standKey))
  return page.status === 404 ? replaceInPage(page, stand, address) : memory.get(key)
}

const toKey = (target: string, cookie: string) => `${target}${SEPARATOR}${cookie}`

async function renderKey(handle: FrameworkHandler, key: string): Promise<PageDocument> {
  const at = key.indexOf(SEPARATOR)
  const nonce = randomBytes(16).toString("base64url")
  const options = { target: key.slice(0, at), cookie: key.slice(at + 1), nonce }
  return toDocument(await renderPage(handle, options), nonce)
}

async function send(request: IncomingMessage, response: ServerResponse, page: PageDocument) {
  const encoding = chooseEncoding(readHeader(request, "accept-encoding") ?? undefined)
  const encoded = page.encode(encoding)
  const body = Buffer.isBuffer(encoded) ? encoded : await encoded
  setOwnHeaders(request, response)
  response.statusCode = page.status
  for (const [name, value] of page.headers) response.setHeader(name, value)
  response.setHeader("Content-Security-Policy", page.policy)
  response.setHeader("ETag", page.etag)
  const known = request.headers["if-none-match"] ?? null
  if (page.status === 200 && matchesEtag(known, page.etag.replace("W/", ""))) {
    response.statusCode = 304
    response.removeHeader("Content-Type")
    response.end()
    return
  }
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding)
  response.setHeader("Content-Length", body.length)
  response.end(request.method === "HEAD" ? undefined : body)
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
