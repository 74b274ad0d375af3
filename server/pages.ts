import { randomBytes } from "node:crypto"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { LRUCache } from "lru-cache"
import { type Dispatcher, Pool } from "undici"
import { overloadedPage } from "@/lib/api/page-limit"
import { env } from "@/lib/env"
import { clientAddress, peerHeader, rateLimitAddress } from "@/lib/http/client-ip"
import { RETRY_SECONDS } from "@/lib/http/errors"
import { prefersJson, prefersMarkdown, takesCoding } from "@/lib/http/negotiation"
import { matchesEtag } from "@/lib/http/response"
import { securityHeaders } from "@/lib/http/security"
import { waitForDatabase } from "@/lib/pages/database-wait"
import { hasTwin } from "@/lib/pages/markdown-twin"
import { pageCsp } from "@/lib/pages/page-csp"
import { takeFailed, takePartial } from "@/lib/pages/partial-pages"
import { log } from "@/lib/telemetry/logger"
import { type CachedAnswer, type Encoding, HttpCache, type Origin } from "./cache"
import type { ServerStep } from "./http-server"
import { OverloadError, RenderQueue } from "./render-queue"

/** Headers that answers of the framework depend on, but Accept, of which the kind counts. */
const FORWARDED = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-url",
]

/** An answer that takes longer has failed. */
const ORIGIN_TIMEOUT_MS = 15_000

const MAX_TARGET = 2_000

/** Files of the build cost no rendering. */
const isFile = (url: string) => url.startsWith("/_next/static/")

/**
 * Answers what is read from the framework through a cache. `origin` is the address of the framework's own server. A
 * rendering waits for its turn, and leaves its place before the first byte is sent: who reads slowly delays nobody.
 */
export function createPageStep(origin: string): ServerStep {
  const pool = new Pool(origin, {
    headersTimeout: ORIGIN_TIMEOUT_MS,
    bodyTimeout: ORIGIN_TIMEOUT_MS,
  })
  const { host } = new URL(env().BASE_URL)
  const queue = new RenderQueue()
  const cache = new HttpCache(
    (request, client) =>
      isFile(request.url)
        ? askOrigin(pool, request, client)
        : queue.run(rateLimitAddress(client.address), () => askOrigin(pool, request, client)),
    queue,
  )
  return async (request, response) => {
    const { method, url = "/", headers } = request
    if ((method !== "GET" && method !== "HEAD") || headers.range || url.length > MAX_TARGET) {
      return false
    }
    const client = { address: addressOf(request), id: `${headers["x-request-id"]}` }
    // It would hold a place in the queue meanwhile. The router takes a closed connection for an outage, and asks again.
    if (isRead(headers) && !(await waitForDatabase())) {
      response.destroy()
      return true
    }
    try {
      const answer = await cache.answer({ url, headers: relevantHeaders(headers, host) }, client)
      if (isRead(headers) && answer.answer.status === 503) response.destroy()
      else await send(request, response, answer)
    } catch (error) {
      if (response.headersSent) throw error
      if (!(error instanceof OverloadError))
        log.error(
          { requestId: client.id, err: error },
          "A page could not be read from the framework",
        )
      refuseOverload(response, client.id)
    }
    return true
  }
}

function addressOf({ headers }: IncomingMessage) {
  return clientAddress({ get: (name) => firstHeader(headers, name) })
}

function firstHeader(headers: IncomingHttpHeaders, name: string) {
  const value = headers[name.toLowerCase()]
  return (Array.isArray(value) ? value.join(", ") : value) ?? null
}

/** Whether a page's own scripts read its data, which is no document. */
const isRead = (headers: IncomingHttpHeaders) =>
  headers["sec-fetch-dest"] === "empty" && headers.rsc !== undefined

/** What is wanted, by the header that says it: browsers send few different ones. */
const kinds = new LRUCache<string, string>({ max: 200 })

function kindOf(accept: string) {
  const former = kinds.get(accept)
  if (former !== undefined) return former
  const isForPrograms = prefersJson(accept || null)
  const other = isForPrograms ? "application/json" : "text/html"
  const kind = prefersMarkdown(accept || null) ? "text/markdown" : other
  kinds.set(accept, kind)
  return kind
}

/** The headers of a request in one spelling for all that get the same answer. */
function relevantHeaders(headers: IncomingHttpHeaders, host: string): Record<string, string> {
  const relevant: Record<string, string> = { accept: kindOf(headers.accept ?? ""), host }
  for (const name of FORWARDED) {
    const value = firstHeader(headers, name)
    if (value !== null) relevant[name] = value
  }
  if (headers["sec-fetch-dest"] === "empty") relevant["sec-fetch-dest"] = "empty"
  return relevant
}

const askOrigin = async (
  pool: Pool,
  { url, headers }: Parameters<Origin>[0],
  { address, id }: Parameters<Origin>[1],
) => {
  const {
    statusCode,
    headers: received,
    body,
  } = await pool.request({
    method: "GET",
    path: url,
    headers: { ...headers, "x-request-id": id, [peerHeader()]: address },
  })
  const bytes = Buffer.from(await body.arrayBuffer())
  const answered = toRecord(received)
  const [isPartial, isAway] = [takePartial(id), takeFailed(id)]
  if (!isPartial && !isAway) return { status: statusCode, headers: answered, body: bytes }
  // The next request renders the page again, the one that has this document included.
  const { etag: _, "cdn-cache-control": __, ...others } = answered
  const own = { ...others, "cache-control": "no-store" }
  return { status: isAway ? 503 : statusCode, headers: own, body: bytes }
}

const toRecord = (headers: Dispatcher.ResponseData["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(", ")]],
    ),
  )

/** Set anew for each client. */
const OF_ONE_TRANSFER = new Set(["content-length", "x-request-id", "vary"])

async function send(request: IncomingMessage, response: ServerResponse, cached: CachedAnswer) {
  const { status } = cached.answer
  const encoding = cached.isCompressible ? chooseEncoding(request) : "identity"
  const body = await cached.encode(encoding)
  if (response.destroyed) return
  response.statusCode = status
  const headers = cached.policy.responseHeaders()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !OF_ONE_TRANSFER.has(name)) response.setHeader(name, value)
  }
  response.setHeader("X-Request-Id", `${request.headers["x-request-id"]}`)
  if (status >= 500 && !headers["retry-after"]) response.setHeader("Retry-After", RETRY_SECONDS)
  const vary = varyOf(request, `${headers.vary ?? ""}`, cached)
  if (vary) response.setHeader("Vary", vary)
  if (isNotModified(request, status, `${headers.etag ?? ""}`)) {
    // The policy belongs to the document that the client has.
    for (const name of ["Content-Type", "Content-Security-Policy"]) response.removeHeader(name)
    response.writeHead(304).end()
    return
  }
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding)
  response.setHeader("Content-Length", body.length)
  response.end(request.method === "HEAD" ? undefined : body)
}

/** Next.js does not name Accept where the proxy decides by it. */
function varyOf({ url = "" }: IncomingMessage, vary: string, { isCompressible }: CachedAnswer) {
  const names = vary.split(/\s*,\s*/).filter(Boolean)
  if (isCompressible) names.push("Accept-Encoding")
  if (hasTwin(url.replace(/\?.*/, ""))) names.push("Accept")
  return [...new Set(names)].join(", ")
}

function isNotModified({ headers }: IncomingMessage, status: number, etag: string) {
  const known = headers["if-none-match"]
  return status === 200 && etag !== "" && !!known && matchesEtag(known, etag.replace("W/", ""))
}

/** The smallest that the client takes. */
function chooseEncoding({ headers }: IncomingMessage): Encoding {
  const accepted = firstHeader(headers, "accept-encoding")
  if (takesCoding(accepted, "br")) return "br"
  return takesCoding(accepted, "gzip") ? "gzip" : "identity"
}

function refuseOverload(response: ServerResponse, id: string) {
  for (const [name, value] of securityHeaders()) response.setHeader(name, value)
  response.writeHead(503, {
    "X-Request-Id": id,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pageCsp(randomBytes(16).toString("base64")),
    "Cache-Control": "no-store",
    "Retry-After": `${RETRY_SECONDS}`,
  })
  response.end(overloadedPage(RETRY_SECONDS))
}
