import { INVISIBLE_CHARACTER } from "@/lib/readable-text"

/** Ends a line for some reader or other. */
const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g

/** Controls, direction marks, joiners, tags and lone surrogates, all of them invisible. */
const UNSEEN = new RegExp(`${INVISIBLE_CHARACTER}|[\\p{Cs}\\p{Co}]`, "gu")

/** Characters that begin or end a construct of Markdown or HTML. */
const MARKUP = /[\\`*_[\]<>#|~&]/g

/** Opening and closing quotation marks of all scripts, and what looks like them. */
const QUOTATION_MARKS = /[\p{Pi}\p{Pf}"„‟‚‛「」『』〝〞〟＂]/gu

const clean = (line: string) => line.replace(UNSEEN, "").replace(MARKUP, "\\$&")

/**
 * A text that a user wrote, as a block quote of Markdown. Each of its lines begins with "> ", and nothing in it is
 * markup, so that it cannot end the quotation.
 */
export function quoteText(text: string): string {
  const lines = text.replace(LINE_BREAKS, "\n").split("\n")
  return lines.map((line) => `> ${clean(line).trim()}`.trimEnd()).join("\n")
}

/** A name or another short text that a user wrote, as one line in quotation marks, which it has none of itself. */
export function quoteName(text: string): string {
  const line = clean(text.replace(LINE_BREAKS, " ").replace(QUOTATION_MARKS, "'"))
  return `“${line.replace(/\s+/g, " ").trim()}”`
}
