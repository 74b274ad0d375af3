import { isHttps } from "@/lib/api/security"

export const SESSION_COOKIE = "svc_auth_session"

/** 24 hours. */
export const SESSION_TTL_SECONDS = 86_400

/** The first session cookie; every other name is ignored, echoed attribute names among them. */
export function readSessionSeal(headers: Headers): string | null {
  const pairs = headers.get("cookie")?.split(";") ?? []
  for (const pair of pairs) {
    const at = pair.indexOf("=")
    if (at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE) return pair.slice(at + 1).trim()
  }
  return null
}

/** The Set-Cookie value that hands a session out. */
export const createSessionCookie = (seal: string) => formatCookie(seal, SESSION_TTL_SECONDS)

/** The Set-Cookie value that takes the session away. */
export const createExpiredCookie = () => formatCookie("", 0)

function formatCookie(value: string, maxAge: number) {
  const secure = isHttps() ? "; Secure" : ""
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}
