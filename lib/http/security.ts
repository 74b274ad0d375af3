import { randomUUID } from "node:crypto"
import { env } from "@/lib/env"
import type { HeaderReader } from "./request"

const REQUEST_ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/

/** Its version, the id of the trace, that of the caller's span, and flags (W3C Trace Context). */
const TRACEPARENT_PATTERN = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

/** The client's X-Request-Id if it is well-formed, else the id of its trace, else a new one. */
export function resolveRequestId(headers?: Pick<HeaderReader, "get">): string {
  const id = headers?.get("x-request-id")
  if (id && REQUEST_ID_PATTERN.test(id)) return id
  return TRACEPARENT_PATTERN.exec(headers?.get("traceparent") ?? "")?.[1] ?? randomUUID()
}

const COMMON_HEADERS = [
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=()"],
] as const

const HSTS = ["Strict-Transport-Security", "max-age=63072000; includeSubDomains; preload"] as const

/** Content-Security-Policy of JSON responses, which must never load or run anything. */
export const DATA_CSP = "default-src 'none'; frame-ancestors 'none'"

let cached: readonly (readonly [string, string])[] | undefined

/** Headers of every response, including pages and files. */
export function securityHeaders() {
  cached ??= isHttps() ? [...COMMON_HEADERS, HSTS] : COMMON_HEADERS
  return cached
}

/** Whether BASE_URL is https, which enables HSTS and Secure cookies. */
export const isHttps = () => env().BASE_URL.startsWith("https:")

/** The value of Set-Cookie for a cookie that no script reads. */
export function formatCookie(name: string, value: string, maxAge: number): string {
  const secure = isHttps() ? "; Secure" : ""
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}
