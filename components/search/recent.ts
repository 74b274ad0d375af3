import type { SearchItem } from "@/lib/search/schema"

const KEY = "atoll.search.recent"
const MAX = 6

/** Results opened last, newest first; without prices, which would be old. */
export function readRecent(): SearchItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, MAX) : []
  } catch {
    return []
  }
}

export function saveRecent(item: SearchItem): void {
  const plain = withoutPrices(item)
  const others = readRecent().filter(({ id }) => id !== item.id)
  write(JSON.stringify([plain, ...others].slice(0, MAX)))
}

function withoutPrices(item: SearchItem): SearchItem {
  if (item.kind === "token") return { ...item, priceUsd: null, dayChange: null }
  return item.kind === "market" ? { ...item, leading: "" } : item
}

export function clearRecent(): void {
  write("[]")
}

function write(text: string) {
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // Storage may be full or forbidden.
  }
}

const requiredTexts: Record<SearchItem["kind"], readonly string[]> = {
  token: ["address", "name", "symbol"],
  market: ["address", "name", "symbol", "leading"],
  creator: ["address"],
  wallet: ["address"],
  agent: ["wallet", "name"],
  post: ["title", "wallet"],
  rounds: ["title", "asset"],
  transaction: ["hash"],
}

const kinds = [
  "token",
  "market",
  "creator",
  "wallet",
  "agent",
  "post",
  "rounds",
  "transaction",
] as const

/** Stored values may be anything. */
function isItem(value: unknown): value is SearchItem {
  if (typeof value !== "object" || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const kind = kinds.find((each) => each === fields.get("kind"))
  const href = fields.get("href")
  // A path of ours: never another site's address.
  if (!kind || typeof href !== "string" || !/^\/(?!\/)/.test(href)) return false
  return [...requiredTexts[kind], "id"].every((name) => typeof fields.get(name) === "string")
}
