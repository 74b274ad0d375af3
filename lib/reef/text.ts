import { shortenAddress } from "@/lib/format"
import { trimText } from "@/lib/readable-text"

/** A part of a user's text: plain text, or something the page links. */
export type TextPart =
  | { kind: "text"; text: string }
  /** A link to any site. `host` is its real host, in ASCII. */
  | { kind: "link"; text: string; href: string; host: string }
  /** `address` in lower case; `text` may begin with @. */
  | { kind: "address"; text: string; address: string }
  | { kind: "symbol"; text: string; symbol: string }

/** Bidirectional controls reverse letters; the others have no width and hide in words. */
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u180e\u00ad\u061c]/g
/** Repeated joiners have no effect on the text shown. */
const JOINERS = /[\u200c\u200d]{2,}/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** More than four marks on one letter overlap the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu

const ENTITIES =
  /(?<link>https?:\/\/[^\s<>"'`{}|\\^]+)|(?<![\w@])(?<address>@?0x[0-9a-f]{40})(?!\w)|(?<![\p{L}\p{N}_$])\$(?<symbol>\p{L}[\p{L}\p{N}]{0,19})(?![\p{L}\p{N}_$])/giu

/** Punctuation after a link that is not part of it. */
const TRAILING_PUNCTUATION = ".,;:!?*_~…"

/** The text without invisible and misleading characters. */
export function removeInvisible(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, "")
    .replace(JOINERS, "")
    .replace(CONTROLS, "")
    .replace(STACKED_MARKS, "$1")
}

/** A post's title for display; never blank, as a link that cannot be seen cannot be pressed. */
export function cleanTitle(title: string): string {
  return trimText(removeInvisible(title)) || "Untitled"
}

/** Splits a user's text into plain text, links, addresses and symbols. There is no other markup. */
export function parseText(raw: string): TextPart[] {
  const text = removeInvisible(raw)
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(ENTITIES)) {
    const part = toTextPart(match)
    if (!part) continue
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) })
    parts.push(part)
    from = match.index + part.text.length
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) })
  return parts
}

function toTextPart({ groups = {} }: RegExpMatchArray): TextPart | null {
  const { link, address, symbol } = groups
  if (link) return toLinkPart(link)
  if (address) return { kind: "address", text: address, address: normalizeAddress(address) }
  return symbol ? { kind: "symbol", text: `$${symbol}`, symbol } : null
}

/** Null for an invalid URL, and for one with a user name, which can pass for the host. */
function toLinkPart(match: string): TextPart | null {
  const text = trimLinkEnd(match)
  if (!URL.canParse(text)) return null
  const { href, host, username, password } = new URL(text)
  return username || password ? null : { kind: "link", text, href, host }
}

/** Removes trailing punctuation and unbalanced brackets, in one pass as a link may be long. */
function trimLinkEnd(match: string) {
  const open = { ")": countOccurrences(match, "("), "]": countOccurrences(match, "[") }
  const closed = { ")": countOccurrences(match, ")"), "]": countOccurrences(match, "]") }
  let end = match.length
  for (; end > 0; end--) {
    const last = match[end - 1] ?? ""
    if (last === ")" || last === "]") {
      if (closed[last] <= open[last]) break
      closed[last]--
    } else if (!TRAILING_PUNCTUATION.includes(last)) break
  }
  return match.slice(0, end)
}

const countOccurrences = (text: string, character: string) => text.split(character).length - 1

const normalizeAddress = (address: string) => address.replace(/^@/, "").toLowerCase()

const LONG_TEXT_LENGTH = 700
const LONG_TEXT_LINES = 12

/** Whether a text is collapsed at first. */
export function isLongText(text: string): boolean {
  return text.length > LONG_TEXT_LENGTH || countOccurrences(text, "\n") >= LONG_TEXT_LINES
}

/** Plain text with links as their host and addresses shortened. */
export const toPlainText = (raw: string): string =>
  parseText(raw)
    .map((part) => {
      if (part.kind === "link")
        return new URL(part.href).pathname === "/" ? part.host : `${part.host}/…`
      if (part.kind !== "address") return part.text
      return part.text.startsWith("@")
        ? `@${shortenAddress(part.address)}`
        : shortenAddress(part.address)
    })
    .join("")

/** The start of a text on one line, cut between words if possible. */
export function truncateText(raw: string, maxLength: number): string {
  const line = removeInvisible(raw).replace(/\s+/g, " ").trim()
  const characters = [...line]
  if (characters.length <= maxLength) return line
  const cut = characters.slice(0, maxLength).join("")
  const space = cut.lastIndexOf(" ")
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
