import { describe, expect, test } from "vitest"
import { listOwnTexts } from "@/lib/mcp/own-texts"
import { quoteData } from "@/lib/mcp/quote-data"
import { quoteText } from "@/lib/mcp/quote-text"
import { writeMarkdown } from "@/lib/mcp/write-markdown"
import { fc } from "@/tests/helpers/property"
import { withoutQuotations } from "./quotations"

/** Text that may end a quotation, much more often than by chance. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        ...['"', "\\", "⟦", "⟧", '⟧"', "\n", "\r", "\u2028", "\u202e", "\u200b", "\u{e0041}", "\0"],
        ...["```", "</user>", "“", "”", "> ", "# ", "\ud800", "\\u27e7", "ﾠ", "\ufeff", "\u0301"],
      ),
    ),
  )
  .map((parts) => parts.join(""))

const EVIL = "EVIL"

describe("quotations", () => {
  test("hold any text on one visible line, and are JSON of the same text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = quoteText(text)
        expect(quoted).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>`]/u)
        expect(withoutQuotations(quoted)).toBe("")
        expect(JSON.parse(quoted)).toBe(`⟦${text}⟧`)
      }),
    )
  })

  test("nothing of a text stands outside them, wherever it stands in the data", () => {
    fc.assert(
      fc.property(hostile, hostile, (before, after) => {
        const text = `${before} ${EVIL} ${after}`
        const data = { name: text, rows: [{ id: text, tags: [text, { [text]: text }] }] }
        const written = quoteData(data, new Set(["active"]))
        expect(withoutQuotations(written)).not.toContain(EVIL)
        expect(written).toContain(EVIL)
        const document = writeMarkdown("Token", data, new Set(["active"]))
        expect(withoutQuotations(document)).not.toContain(EVIL)
      }),
    )
  })

  test("leave the service's own sentences as they are, and no other", () => {
    const usdb = [{ symbol: "USDB" }]
    const quote = { action: "token.buy", effect: "You pay 1 USDB.", in: usdb, out: [] }
    const warning = { code: "HIGH_IMPACT", message: "By 5%." }
    const blocker = { code: "INSUFFICIENT_BALANCE", message: "Has 1 EVIL.", remedy: "Get more." }
    const answer = { quote, warnings: [warning], blockers: [blocker] }
    const own = [quote.effect, warning.message, blocker.remedy]
    expect(listOwnTexts(answer).sort()).toEqual(own.sort())
    for (const other of [
      { ...quote, in: [{ symbol: EVIL }] },
      { ...quote, in: [] },
      { ...quote, action: "token.launch" },
      { code: EVIL, message: EVIL, remedy: EVIL },
      { code: null, message: EVIL },
    ])
      expect(listOwnTexts(other)).toEqual([])
  })

  test("leave numbers, addresses, times, ids and the schema's words as they are", () => {
    const data = {
      amount: "1000000000000000000",
      price: "-0.25",
      address: `0x${"a".repeat(40)}`,
      asset: `0x${"a".repeat(40)}:12`,
      at: "2026-11-24T03:00:00.000Z",
      nextCursor: "eyJpZCI6MX0",
      status: "active",
      count: 3,
      isOpen: true,
      none: null,
    }
    expect(quoteData(data, new Set(["active"]))).toBe(JSON.stringify(data))
    expect(quoteData({ status: "active" }, new Set())).toBe('{"status":"⟦active⟧"}')
    expect(quoteData({ nextCursor: "not a cursor" }, new Set())).toContain("⟦")
  })
})
