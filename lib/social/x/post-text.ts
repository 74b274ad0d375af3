import { createHash } from "node:crypto"

/**
 * The author's text, from the HTML of an oEmbed answer: its first paragraph. The author's name and the date follow it
 * and are not part of the text.
 */
export function readPostText(html: string): string {
  const [, paragraph] = /<p\b[^>]*>([\s\S]*?)<\/p>/i.exec(html) ?? []
  const written = paragraph ?? html.split("&mdash;")[0] ?? ""
  const plain = written.replace(/<br\s*\/?>/gi, "\n").replace(/<[^>]*>/g, "")
  return decodeEntities(plain).trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
  ...{ mdash: "—", ndash: "–", hellip: "…" },
}

/** In one pass: `&amp;lt;` is the text `&lt;`. */
const decodeEntities = (text: string) =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (entity, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? entity
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : ""
    },
  )

/** Whether a text mentions an account of X: the whole handle, in any case, not inside a word or an address. */
export function hasMention(text: string, handle: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}_@])@${handle}(?![A-Za-z0-9_])`, "iu").test(text)
}

const URLS = /(?:https?:\/\/|\b(?:www\.|t\.co\/|pic\.(?:x|twitter)\.com\/))\S*/gi
const MENTIONS = /@[A-Za-z0-9_]{1,15}/g
/** Punctuation, white space, and invisible characters, which would hide a copy. */
const SKIPPED = /[\p{P}\s\p{Cc}\p{Cf}\p{Variation_Selector}]/gu

/** Equal for texts that differ in case, URLs, mentions, punctuation and white space only. */
export function hashPostText(text: string): Buffer<ArrayBuffer> {
  const reduced = text.normalize("NFKC").toLowerCase()
  const words = reduced.replace(URLS, "").replace(MENTIONS, "").replace(SKIPPED, "")
  return createHash("sha256").update(words).digest()
}
