import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { pagePolicy } from "@/lib/api/page-policy"

/** Gives each page a policy under which only the scripts of this very answer run. */
export function proxy(request: NextRequest) {
  const nonce = randomBytes(16).toString("base64")
  const policy = pagePolicy(nonce)
  const headers = new Headers(request.headers)
  // The framework takes the nonce for its own scripts from here.
  headers.set("Content-Security-Policy", policy)
  headers.set("x-nonce", nonce)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set("Content-Security-Policy", policy)
  return response
}

/** Never the API, whose answers set their own policy and whose bodies a proxy would cut, nor files. */
export const config = {
  matcher: ["/((?!api/|_next/|reference/|live$|docs$|ipfs/|.*\\.[a-z0-9]+$).*)"],
}
