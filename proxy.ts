import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { limitPage, rateLimitedPage } from "@/lib/api/page-limit"
import type { RateLimitResult } from "@/lib/api/rate-limit"
import { errorStatus, RETRY_SECONDS } from "@/lib/http/errors"
import { remedyOf } from "@/lib/http/remedies"
import { matchesEtag } from "@/lib/http/response"
import { DATA_CSP, resolveRequestId, securityHeaders } from "@/lib/http/security"
import { findMissing } from "@/lib/page-existence"
import { cacheHeaders, pageEtag } from "@/lib/pages/cache-rules"
import { waitForDatabase, withinTime } from "@/lib/pages/database-wait"
import { findTwin, hasTwin, linkForPrograms, twinPath } from "@/lib/pages/markdown-twin"
import { pageCsp } from "@/lib/pages/page-csp"
import { DATABASE_HEADER, MISSING_HEADER } from "@/lib/pages/page-state"
import { withoutUnknown } from "@/lib/pages/parameters"
import { log } from "@/lib/telemetry/logger"

/** Settles for each page its id, limit, address, status, policy and what caches may do with it. */
export async function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  const id = resolveRequestId(request.headers)
  const place = findPlace(pathname)
  if (place !== pathname) return redirect(request, { pathname: place, search }, id)
  if (!["GET", "HEAD", "OPTIONS"].includes(request.method)) return refuseMethod(id)
  const twin = findTwin(pathname, request.headers.get("accept"))
  // The route that writes it counts the request.
  if (twin) return NextResponse.rewrite(new URL(twinPath(twin), request.nextUrl))
  const limit = await limitPage(pathname, request.headers)
  // A file.
  if (!limit) return withHeaders(NextResponse.next(), id, [])
  if (limit.refusal) return refuseLimit(id, limit.headers, limit.refusal)
  const query = withoutUnknown(pathname, search)
  if (query !== null) return redirect(request, { pathname, search: query }, id)
  const isDocument = request.headers.get("sec-fetch-dest") !== "empty"
  return isDocument ? answerDocument(request, id) : answerRouter(request, id)
}

/**
 * The data of a page for a link or an open page. While the database is away the request waits. The status is always 200:
 * on any other the router loads a document.
 */
async function answerRouter(request: NextRequest, id: string) {
  await waitForDatabase()
  const response = NextResponse.next({ request: { headers: pageHeaders(request, id) } })
  return withHeaders(response, id, [["Cache-Control", "private, no-store"]])
}

async function answerDocument(request: NextRequest, id: string) {
  const { pathname, search } = request.nextUrl
  const nonce = randomBytes(16).toString("base64")
  const headers = pageHeaders(request, id)
  // Next.js reads the nonce for its scripts from this header.
  headers.set("Content-Security-Policy", pageCsp(nonce))
  headers.set("x-nonce", nonce)
  const policy = ["Content-Security-Policy", pageCsp(nonce)] as const
  const page = await readPage(pathname, search).catch((error: unknown) => {
    log.error({ requestId: id, err: error }, "The database does not answer for a page")
    return null
  })
  if (!page) {
    headers.set(DATABASE_HEADER, "away")
    const response = NextResponse.next({ request: { headers }, status: 503 })
    return withHeaders(response, id, [
      policy,
      ["Cache-Control", "no-store"],
      ["Retry-After", `${RETRY_SECONDS}`],
    ])
  }
  const rules = [...cacheHeaders(pathname), ["ETag", page.etag] as const, ...linksOf(pathname)]
  if (!page.missing && matchesEtag(request.headers.get("if-none-match"), page.etag.slice(2))) {
    return withHeaders(new NextResponse(null, { status: 304 }), id, rules)
  }
  const status = page.missing ? 404 : 200
  if (page.missing) headers.set(MISSING_HEADER, page.missing)
  const response = NextResponse.next({ request: { headers }, status })
  return withHeaders(response, id, [policy, ...rules])
}

/** Rejects while the database is away. */
async function readPage(pathname: string, search: string) {
  const reading = Promise.all([pageEtag(pathname + search), findMissing(pathname)])
  const [etag, missing] = await withinTime(reading)
  return { etag, missing }
}

/** What only this file may set is not taken from a client. */
function pageHeaders(request: NextRequest, id: string) {
  const headers = new Headers(request.headers)
  headers.delete(DATABASE_HEADER)
  headers.delete(MISSING_HEADER)
  headers.set("x-request-id", id)
  return headers
}

type HeaderList = readonly (readonly [string, string])[]

function withHeaders(response: NextResponse, id: string, headers: HeaderList) {
  response.headers.set("X-Request-Id", id)
  for (const [name, value] of [...securityHeaders(), ...headers]) response.headers.set(name, value)
  return response
}

const linksOf = (pathname: string): HeaderList => [
  ["Link", linkForPrograms(pathname)],
  ...varyOf(pathname),
]

const varyOf = (pathname: string): HeaderList => (hasTwin(pathname) ? [["Vary", "Accept"]] : [])

/** Pages that have moved. */
const MOVED: Readonly<Record<string, string>> = { "/settings": "/account" }

/** Where what is asked for is: no address ends with a slash. */
function findPlace(pathname: string) {
  const path = pathname.replace(/(?<=.)\/+$/, "")
  return MOVED[path] ?? path
}

type Place = { pathname: string; search: string }

/** Anchors stay with the browser. */
function redirect(request: NextRequest, { pathname, search }: Place, id: string) {
  // The framework's kind of address keeps a slash at its end.
  const url = Object.assign(new URL(request.url), { pathname, search })
  return withHeaders(NextResponse.redirect(url, 308), id, varyOf(pathname))
}

/** The framework would render the page. */
function refuseMethod(id: string) {
  const error = "Pages are read with GET"
  const code = "METHOD_NOT_ALLOWED"
  const response = NextResponse.json(
    { error, code, requestId: id, remedy: remedyOf(code) },
    { status: errorStatus[code] },
  )
  return withHeaders(response, id, [
    ["Allow", "GET, HEAD"],
    ["Cache-Control", "no-store"],
    ["Content-Security-Policy", DATA_CSP],
  ])
}

function refuseLimit(id: string, headers: HeaderList, refusal: RateLimitResult) {
  const response = new NextResponse(rateLimitedPage(refusal), { status: 429 })
  return withHeaders(response, id, [
    ...headers,
    ["Content-Type", "text/html; charset=utf-8"],
    ["Content-Security-Policy", pageCsp(randomBytes(16).toString("base64"))],
    ["Cache-Control", "no-store"],
    ["Retry-After", `${refusal.resetInSeconds}`],
  ])
}

/**
 * Every path that may be a page or a file, unknown paths included. Not the API, as a proxy truncates request bodies;
 * routes with their own policy are excluded for speed.
 */
export const config = {
  matcher: [
    "/((?!api/|live$|contracts\\.json$|llms(?:-full)?\\.txt$|mcp$|\\.well-known/agent(?:-card)?\\.json$|sitemap\\.xml$|sitemaps/[^/]+$|ipfs/[^/]+$).*)",
  ],
}
