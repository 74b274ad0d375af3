import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import type { PageLimit } from "@/lib/api/page-limit"
import { securityHeaders } from "@/lib/http/security"
import { findTwin, hasTwin, linkForPrograms, twinPath } from "@/lib/pages/markdown-twin"
import { pageCsp } from "@/lib/pages/page-csp"
import { readRenderMode } from "@/lib/pages/render-header"

/** The server has applied the limits, and set their headers. */
const COUNTED: PageLimit = { headers: [], refusal: null }

/**
 * Applies the rate limits of pages, and sets a Content-Security-Policy that allows only scripts with the nonce of this
 * response.
 */
export async function proxy(request: NextRequest) {
  const { pathname } = request.nextUrl
  const twin = findTwin(pathname, request.headers.get("accept"))
  // The route that writes it counts the request.
  if (twin) return NextResponse.rewrite(new URL(twinPath(twin), request.nextUrl))
  const mode = readRenderMode(request.headers)
  // Rendered for many: whoever sends it counts the request and sets the policy.
  if (mode === "kept") return NextResponse.next()
  // Loaded where it is needed: our own server counts by itself.
  const { limitPage, rateLimitedPage } = await import("@/lib/api/page-limit")
  const count = mode === "counted" ? COUNTED : await limitPage(pathname, request.headers)
  if (!count) return NextResponse.next()
  const nonce = randomBytes(16).toString("base64")
  const policy = pageCsp(nonce)
  if (count.refusal) {
    const headers = new Headers(count.headers)
    headers.set("Content-Type", "text/html; charset=utf-8")
    headers.set("Content-Security-Policy", policy)
    headers.set("Cache-Control", "no-store")
    headers.set("Retry-After", `${count.refusal.resetInSeconds}`)
    return new NextResponse(rateLimitedPage(count.refusal), { status: 429, headers })
  }
  const headers = new Headers(request.headers)
  // Next.js reads the nonce for its scripts from this header.
  headers.set("Content-Security-Policy", policy)
  headers.set("x-nonce", nonce)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set("Content-Security-Policy", policy)
  // Our own server has set these; other hosts have not.
  for (const [name, value] of [...securityHeaders(), ...count.headers])
    response.headers.set(name, value)
  if (hasTwin(pathname)) response.headers.append("Vary", "Accept")
  response.headers.append("Link", linkForPrograms(pathname))
  return response
}

/**
 * Every path that may be a page, unknown paths included. Not the API, as a proxy truncates request bodies; files and
 * routes with their own policy are excluded for speed.
 */
export const config = {
  matcher: [
    "/((?!api/|_next/static/|live$|contracts\\.json$|llms(?:-full)?\\.txt$|mcp$|\\.well-known/agent(?:-card)?\\.json$|sitemap\\.xml$|sitemaps/[^/]+$|ipfs/[^/]+$).*)",
  ],
}
