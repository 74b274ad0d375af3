import { describe, expect, test } from "vitest"
import { cleanLine, cleanText } from "@/lib/http/wire"
import { quoteText } from "@/lib/markdown/quote"
import { hasReadableText, trimText } from "@/lib/readable-text"

/** Texts of which nobody sees anything, by what they are made of. */
const UNREADABLE: readonly [string, string][] = [
  ["nothing", ""],
  ["white space", " \t\n\u00a0\u1680\u2003\u202f\u3000\u2028"],
  ["controls", "\u0007\u0085"],
  ["zero width", "\u200b\u200c\u200d\ufeff"],
  ["word joiner", "\u2060"],
  ["invisible operators", "\u2061\u2064"],
  ["soft hyphen", "\u00ad"],
  ["grapheme joiner", "\u034f"],
  ["Hangul fillers", "\u115f\u1160\u3164\uffa0"],
  ["Khmer vowels without a shape", "\u17b4\u17b5"],
  ["Mongolian separators", "\u180b\u180e"],
  ["direction marks", "\u200e\u200f\u061c\u202e\u2069"],
  ["variation selectors", "\ufe0f\u{e0100}"],
  ["tags", "\u{e0001}\u{e0041}\u{e007f}"],
  ["the empty braille pattern", "\u2800\u2800"],
  ["shorthand and music formats", "\u{1bca0}\u{1d173}"],
  ["a note without a head", "\u{1d159}"],
  ["a Khitan filler", "\u{16fe4}"],
  ["interlinear notes", "\ufff9\ufffb\ufffc"],
  ["marks without a letter", "\u0301\u20d7"],
  ["private use", "\ue000\u{f0000}"],
  ["what is no character", "\uffff\u{1fffe}"],
  ["several kinds", " \u2060\u3164\u00ad\ufe0f\u2800\u{e0020} "],
]

const READABLE = [
  "a",
  "0",
  ".",
  "é",
  "e\u0301",
  "می‌خواهم",
  "👩‍👩‍👧",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "❤️",
  "한",
  "\u2801",
  "\u0600",
  "\u2060a",
  "क्‍ष",
]

describe("a text", () => {
  test.each(UNREADABLE)("of %s has nothing to read", (_, text) => {
    expect(hasReadableText(text)).toBe(false)
    expect([trimText(text), cleanLine(text), cleanText(text)]).toEqual(["", "", ""])
  })

  test.each(READABLE)("%s has something to read, and stays as it is", (text) => {
    expect(hasReadableText(text)).toBe(true)
    expect(trimText(` ${text} `)).toBe(text)
    expect(cleanText(text)).toBe(text.normalize("NFC"))
  })

  test("that is long is judged in one pass", () => {
    expect(hasReadableText(`${"\u2060".repeat(1_000_000)}a`)).toBe(true)
    expect(hasReadableText("\u3164".repeat(1_000_000))).toBe(false)
  })

  test("is quoted without what is invisible, with Arabic number signs", () => {
    expect(quoteText("a\u2060b\u{e0041}\u3164 \u0600١")).toBe("> ab \u0600١")
  })
})
