import type { HeaderReader } from "@/lib/http/request"
import { isHttps } from "@/lib/http/security"

export const SESSION_COOKIE = "svc_auth_session"

export const SESSION_TTL_SECONDS = 86_400

/** The value of the first session cookie. */
export function readSessionSeal(headers: HeaderReader): string | null {
  const pairs = headers.get("cookie")?.split(";") ?? []
  for (const pair of pairs) {
    const at = pair.indexOf("=")
    if (at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE) return pair.slice(at + 1).trim()
  }
  return null
}

export const createSessionCookie = (seal: string) => formatCookie(seal, SESSION_TTL_SECONDS)

/** The Set-Cookie value that deletes the session cookie. */
export const createExpiredCookie = () => formatCookie("", 0)

function formatCookie(value: string, maxAge: number) {
  const secure = isHttps() ? "; Secure" : ""
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}
