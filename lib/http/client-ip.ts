import { randomBytes } from "node:crypto"
import { isIPv4, isIPv6 } from "node:net"
import ipaddr from "ipaddr.js"
import { env } from "@/lib/env"

/** The operator names the header. */
type AnyHeader = { get(name: string): string | null }

const globalStore = globalThis as typeof globalThis & { atollPeerHeader?: string }

/**
 * Name of the request header in which the HTTP server passes the socket's peer address. Random per process, so that
 * no client can set it. Stored on globalThis, as the server and each route are bundled separately.
 */
export function peerHeader() {
  globalStore.atollPeerHeader ??= `x-peer-${randomBytes(12).toString("hex")}`
  return globalStore.atollPeerHeader
}

/** The address that rate limits count by: the client's IPv4 address, or the /64 of its IPv6 address. */
export const clientIp = (headers: AnyHeader) => rateLimitAddress(clientAddress(headers))

/** The client's address as a trusted proxy or the socket tells it; "" where neither does. */
export const clientAddress = (headers: AnyHeader) =>
  forwardedAddress(headers) ?? headers.get(peerHeader()) ?? ""

/** The address reported by a trusted proxy. Of X-Forwarded-For only the entries written by our own proxies count. */
function forwardedAddress(headers: AnyHeader) {
  const { TRUSTED_PROXY_HEADER, TRUSTED_PROXY_HOPS } = env()
  if (!TRUSTED_PROXY_HEADER) return undefined
  const value = headers.get(TRUSTED_PROXY_HEADER)
  if (TRUSTED_PROXY_HEADER !== "x-forwarded-for") return value ?? undefined
  return value?.split(",").at(-TRUSTED_PROXY_HOPS)
}

/** Normalises an address to the form that is counted. Everything unparsable counts as one client, "unknown". */
export function rateLimitAddress(address: string) {
  const bare = address
    .trim()
    .replace(/^\[(.*)\](:[0-9]+)?$/, "$1")
    .replace(/%.*$/, "")
  const withoutPort = /^[0-9.]+:[0-9]+$/.test(bare) ? bare.replace(/:.*$/, "") : bare
  if (isIPv4(withoutPort)) return withoutPort
  if (!isIPv6(withoutPort)) return "unknown"
  const parsed = ipaddr.IPv6.parse(withoutPort)
  // A dual-stack socket reports an IPv4 peer as ::ffff:a.b.c.d.
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(":")}::/64`
}
