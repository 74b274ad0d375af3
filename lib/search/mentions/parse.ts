import { parseText } from "@/lib/reef/text"

/** Addresses and symbols in a text, each once, in the order of their first appearance. */
export type Mentions = { addresses: string[]; symbols: string[] }

const ASSET_PAGE_PATH = /^\/(?:markets|tokens)\/(0x[0-9a-f]{40})(?:\/|$)/i

/** Tokens and markets which a text names by address, symbol or a link to their page at `siteHost`. */
export function findMentionsInText(text: string, siteHost: string): Mentions {
  const addresses = new Set<string>()
  const symbols = new Map<string, string>()
  for (const part of parseText(text)) {
    // @ mentions a person.
    if (part.kind === "address" && !part.text.startsWith("@")) addresses.add(part.address)
    if (part.kind === "symbol") {
      const key = part.symbol.toLowerCase()
      if (!symbols.has(key)) symbols.set(key, part.symbol)
    }
    if (part.kind === "link" && part.host === siteHost) {
      const address = ASSET_PAGE_PATH.exec(new URL(part.href).pathname)?.[1]
      if (address) addresses.add(address.toLowerCase())
    }
  }
  return { addresses: [...addresses], symbols: [...symbols.values()] }
}
