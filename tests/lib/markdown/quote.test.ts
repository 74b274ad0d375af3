import { describe, expect, test } from "vitest"
import { quoteName, quoteText } from "@/lib/markdown/quote"
import { fc } from "@/tests/helpers/property"

/** Any text, with what might end a quotation much more often than by chance. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        ...[
          "\n",
          "\r",
          "\r\n",
          "\v",
          "\f",
          "\u0085",
          "\u2028",
          "\u2029",
          "\0",
          "\u202e",
          "\u{e0041}",
        ],
        ...[
          "```",
          "~~~",
          "> ",
          "</user>",
          "”",
          "“",
          '"',
          "« »",
          "\\",
          "|",
          "# ",
          "---",
          "[a](b)",
          "\ud800",
        ],
      ),
    ),
  )
  .map((parts) => parts.join(""))

const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]/
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u

describe("a user's text", () => {
  test("stays in its block quote, whatever it says", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const line of quoteText(text).split("\n")) {
          expect(line).toMatch(/^>(?: |$)/)
          expect(line).not.toMatch(LINE_ENDS)
          expect(line).not.toMatch(UNSEEN)
          expect(line.slice(1)).not.toMatch(/(?<!\\)(?:\\\\)*[`<>[\]#|*_~&]/)
        }
      }),
    )
  })

  test("in a name has one opening and one closing mark, and one line", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const name = quoteName(text)
        expect(name).toMatch(/^“[^“”"]*”$/)
        expect(name).not.toMatch(LINE_ENDS)
        expect(name).not.toMatch(UNSEEN)
      }),
    )
  })

  test("can be read as it was written", () => {
    expect(quoteText("Rain in May?\nAsk *them*.")).toBe("> Rain in May?\n> Ask \\*them\\*.")
    expect(quoteName("The “Reef”")).toBe("“The 'Reef'”")
  })
})
