import { randomBytes } from "node:crypto"
import { isIPv4, isIPv6 } from "node:net"
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
  const groups = expandIpv6(withoutPort)
  const mapped = mappedIpv4(groups)
  return (
    mapped ??
    `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(":")}::/64`
  )
}

function expandIpv6(address: string) {
  const dotted = address.replace(/[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+$/, (ipv4) => {
    const [a = 0, b = 0, c = 0, d = 0] = ipv4.split(".").map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = "", tail] = dotted.split("::")
  const left = parseGroups(head)
  if (tail === undefined) return left
  const right = parseGroups(tail)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

const parseGroups = (text: string) =>
  text ? text.split(":").map((group) => Number.parseInt(group, 16)) : []

/** A dual-stack socket reports an IPv4 peer as ::ffff:a.b.c.d. */
function mappedIpv4(groups: number[]) {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : undefined
}
