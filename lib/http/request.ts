/**
 * Headers that routes read and other sites' pages may send: preflights list them. No route reads Cache-Control, but
 * clients of event streams send it.
 */
export const SHARED_HEADERS = [
  ...(["Accept", "Authorization", "Cache-Control", "Content-Type", "If-None-Match"] as const),
  ...(["Last-Event-ID", "MCP-Method", "MCP-Name", "MCP-Protocol-Version"] as const),
  ...(["MCP-Session-Id", "X-API-Key", "X-Read-Position", "X-Request-Id"] as const),
  ...(["X-Wallet-Address"] as const),
] as const

/** Headers that only browsers, tracers and HTTP itself set. */
type OwnHeader =
  | "access-control-request-method"
  | "content-length"
  | "cookie"
  | "origin"
  | "sec-fetch-site"
  | "traceparent"

/** A header that is not listed here cannot be read. */
export type RequestHeader = Lowercase<(typeof SHARED_HEADERS)[number]> | OwnHeader

/** Access to a request's headers, whatever the request's type. */
export type HeaderReader = {
  get(name: RequestHeader): string | null
  has(name: RequestHeader): boolean
}

/** The credential of `Authorization: Bearer`; schemes are known in any case (RFC 9110, 11.1). */
export const readBearer = (headers: Pick<HeaderReader, "get">): string | null =>
  /^Bearer +(.+?) *$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null

/** Parameters of a path before they are checked. */
export type RouteParams = Record<string, string | string[] | undefined>

/** The parts of a request that operations read: a platform `Request`, or one of our own server (`NodeRequest`). */
export type ApiRequest = {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: HeaderReader
  readonly body: ReadableStream<Uint8Array> | null
}

/** The value of the first cookie of that name. */
export function readCookie(headers: HeaderReader, name: string): string | null {
  const pairs = headers.get("cookie")?.split(";") ?? []
  for (const pair of pairs) {
    const at = pair.indexOf("=")
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
