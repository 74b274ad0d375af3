import { createHash } from "node:crypto"
import { Parser } from "htmlparser2"

/**
 * The author's text, from the HTML of an oEmbed answer: its first paragraph. The author's name and the date follow it
 * and are not part of the text.
 */
export function readPostText(html: string): string {
  const texts = { all: "", paragraph: "" }
  let paragraphs = 0
  let isInside = false
  const add = (text: string) => {
    texts.all += text
    if (isInside) texts.paragraph += text
  }
  const parser = new Parser({
    ontext: add,
    onopentagname: (name) => {
      if (name === "br") add("\n")
      if (name === "p") isInside = ++paragraphs === 1
    },
    onclosetag: (name) => {
      if (name === "p") isInside = false
    },
  })
  parser.end(html)
  return (paragraphs > 0 ? texts.paragraph : (texts.all.split("—")[0] ?? "")).trim()
}

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
