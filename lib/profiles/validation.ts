/** Formats of profile fields, for the API and the form. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_]{3,20}$/
export const MAX_USERNAME_LENGTH = 20
export const MAX_AVATAR_URL_LENGTH = 500

const RESERVED_USERNAMES = new Set([
  "admin",
  "atoll",
  "moderator",
  "support",
  "system",
  "tide",
  "usdb",
])

/** Whether a username could be mistaken for the service's. */
export const isReservedUsername = (username: string) =>
  RESERVED_USERNAMES.has(username.toLowerCase())

export const platforms = ["x", "discord", "telegram", "tiktok"] as const
export type Platform = (typeof platforms)[number]

type PlatformDetails = {
  label: string
  handle: RegExp
  /** Hosts of account URLs; empty where accounts have no URL. */
  hosts: readonly string[]
  url: (handle: string) => string | null
}

export const platformDetails: Record<Platform, PlatformDetails> = {
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

/** The handle in an input: a URL of the platform, `@name` or `name`; null for anything else. */
export function parseHandle(platform: Platform, input: string): string | null {
  const { handle, hosts } = platformDetails[platform]
  const name = /^[a-z]+:/i.test(input) ? parseHandleUrl(input, hosts) : input
  if (name === null) return null
  const plain = hosts.length > 0 ? name.replace(/^@/, "") : name
  return handle.test(plain) ? plain : null
}

/** The first part of the path of a URL at one of the hosts. */
function parseHandleUrl(input: string, hosts: readonly string[]) {
  if (/[\s\\]/.test(input) || !URL.canParse(input)) return null
  const { protocol, host, username, password, pathname } = new URL(input)
  if (protocol !== "https:" || username || password) return null
  if (!hosts.includes(host.replace(/^(www|mobile|m)\./, ""))) return null
  return /^\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null
}

/** An https URL at a DNS name, which browsers may load. */
export function isPublicUrl(url: string): boolean {
  if (!/^https:\/\//i.test(url) || /[\s"'<>\\]/.test(url)) return false
  if (!URL.canParse(url)) return false
  const { hostname, username, password } = new URL(url)
  return !username && !password && isDnsName(hostname)
}

/** At least two labels, the last of which is not a number: neither an IP address nor localhost. */
function isDnsName(host: string) {
  const labels = host.replace(/\.$/, "").split(".")
  const last = labels.at(-1) ?? ""
  return labels.length > 1 && /^[a-z][a-z0-9-]*$/i.test(last) && last !== "localhost"
}
