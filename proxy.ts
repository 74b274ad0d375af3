import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { pageCsp } from "@/lib/api/page-csp"
import { limitPage, rateLimitedPage } from "@/lib/api/page-limit"

/**
 * Counts requests for pages per client address, and gives each page a policy under which only the scripts of this very
 * answer run.
 */
export async function proxy(request: NextRequest) {
  const count = await limitPage(request.nextUrl.pathname, request.headers)
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
  // The framework takes the nonce for its own scripts from here.
  headers.set("Content-Security-Policy", policy)
  headers.set("x-nonce", nonce)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set("Content-Security-Policy", policy)
  for (const [name, value] of count.headers) response.headers.set(name, value)
  return response
}

/**
 * Every path whose answer can be a page, that of an unknown path included. Never the API, as a proxy would cut the bodies
 * sent to it; other files and routes that set their own policy are excluded for speed.
 */
export const config = {
  matcher: [
    "/((?!api/|_next/static/|live$|docs$|contracts\\.json$|sitemap\\.xml$|sitemaps/[^/]+$|ipfs/[^/]+$).*)",
  ],
}
