/** What a profile may say, for the API and for the form that fills it in. */
export const USERNAME = /^[A-Za-z0-9_]{3,20}$/
export const MAX_USERNAME = 20
export const MAX_AVATAR_URL = 500

const RESERVED = new Set(["admin", "atoll", "moderator", "support", "system", "tide", "usdb"])

/** Names that could pass for the service itself. */
export const isReserved = (username: string) => RESERVED.has(username.toLowerCase())

export const platforms = ["x", "discord", "telegram", "tiktok"] as const
export type Platform = (typeof platforms)[number]

type Network = {
  label: string
  handle: RegExp
  /** Hosts whose addresses name an account; none where accounts have no address. */
  hosts: readonly string[]
  url: (handle: string) => string | null
}

export const networks: Record<Platform, Network> = {
  x: {
    label: "X",
    handle: /^[A-Za-z0-9_]{1,15}$/,
    hosts: ["x.com", "twitter.com"],
    url: (handle) => `https://x.com/${handle}`,
  },
  discord: {
    label: "Discord",
    handle: /^[A-Za-z0-9._]{2,32}$/,
    hosts: [],
    url: () => null,
  },
  telegram: {
    label: "Telegram",
    handle: /^[A-Za-z0-9_]{5,32}$/,
    hosts: ["t.me", "telegram.me"],
    url: (handle) => `https://t.me/${handle}`,
  },
  tiktok: {
    label: "TikTok",
    handle: /^[A-Za-z0-9_.]{2,24}$/,
    hosts: ["tiktok.com"],
    url: (handle) => `https://www.tiktok.com/@${handle}`,
  },
}

/** The plain handle in what somebody entered: an address of the network, `@name` or `name`; null when it is none. */
export function handleOf(platform: Platform, entered: string): string | null {
  const { handle, hosts } = networks[platform]
  const name = /^[a-z]+:/i.test(entered) ? nameInUrl(entered, hosts) : entered
  if (name === null) return null
  const plain = hosts.length > 0 ? name.replace(/^@/, "") : name
  return handle.test(plain) ? plain : null
}

/** The first part of the path, on the network's own host alone. */
function nameInUrl(entered: string, hosts: readonly string[]) {
  if (/[\s\\]/.test(entered) || !URL.canParse(entered)) return null
  const { protocol, host, username, password, pathname } = new URL(entered)
  if (protocol !== "https:" || username || password) return null
  if (!hosts.includes(host.replace(/^(www|mobile|m)\./, ""))) return null
  return /^\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null
}

/** An https address at a host with a name, as others' browsers may load it. */
export function isPublicAddress(address: string): boolean {
  if (!/^https:\/\//i.test(address) || /[\s"'<>\\]/.test(address)) return false
  if (!URL.canParse(address)) return false
  const { hostname, username, password } = new URL(address)
  return !username && !password && isDnsName(hostname)
}

/** At least two labels, the last of which is no number: neither an IP address nor localhost. */
function isDnsName(host: string) {
  const labels = host.replace(/\.$/, "").split(".")
  const last = labels.at(-1) ?? ""
  return labels.length > 1 && /^[a-z][a-z0-9-]*$/i.test(last) && last !== "localhost"
}
