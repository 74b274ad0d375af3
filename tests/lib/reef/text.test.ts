import { describe, expect, test } from "vitest"
import {
  cleanTitle,
  isLongText,
  parseText,
  removeInvisible,
  toPlainText,
  truncateText,
} from "@/lib/reef/text"
import { findMentionsInText } from "@/lib/search/mentions/parse"
import { cpuTimeOf } from "@/tests/helpers/cpu-time"

const WALLET = "0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const LOWER = WALLET.toLowerCase()

const kinds = (text: string) => parseText(text).map(({ kind }) => kind)
const joined = (text: string) =>
  parseText(text)
    .map((part) => part.text)
    .join("")

test.each([
  ["High water", "High water"],
  ["\u2060\u2060\u2060", "Untitled"],
  ["\u3164\u3164\u3164", "Untitled"],
  ["\u200d \u2800 \ufe0f", "Untitled"],
  ["⚓️", "⚓️"],
  ["فنار", "فنار"],
])("the title %j is shown as %j", (title, shown) => {
  expect(cleanTitle(title)).toBe(shown)
})

describe("a person's text", () => {
  test("leads to links, addresses and symbols", () => {
    expect(parseText(`See https://example.org/a?b=1#c, ${WALLET} and $KELP.`)).toEqual([
      { kind: "text", text: "See " },
      {
        kind: "link",
        text: "https://example.org/a?b=1#c",
        href: "https://example.org/a?b=1#c",
        host: "example.org",
      },
      { kind: "text", text: ", " },
      { kind: "address", text: WALLET, address: LOWER },
      { kind: "text", text: " and " },
      { kind: "symbol", text: "$KELP", symbol: "KELP" },
      { kind: "text", text: "." },
    ])
  })

  test.each([
    ["a sentence's end", "https://a.org/x.", "https://a.org/x"],
    ["brackets around it", "(https://a.org/x)", "https://a.org/x"],
    ["brackets of its own", "https://a.org/x_(y)", "https://a.org/x_(y)"],
    ["both", "(https://a.org/x_(y)).", "https://a.org/x_(y)"],
    ["Markdown", "[text](https://a.org/x)", "https://a.org/x"],
  ])("ends a link before %s", (_, text, link) => {
    expect(parseText(text).find(({ kind }) => kind === "link")?.text).toBe(link)
    expect(joined(text)).toBe(text)
  })

  test.each([
    ["a script", "<script>alert(1)</script>"],
    ["an image", '<img src=x onerror="alert(1)">'],
    ["a javascript link", "javascript:alert(1)"],
    ["a data link", "data:text/html,<b>x</b>"],
    ["Markdown", "**bold** [x](javascript:alert(1)) # title `code`"],
    ["a name before the host", "https://atoll.example@evil.org/"],
    ["no host", "https://"],
    ["money", "It costs $100 or 5$ or US$20"],
    ["a longer hash", `0x${"ab".repeat(32)}`],
    ["an address within a word", `x${WALLET}`],
  ])("takes %s for plain text", (_, text) => {
    expect(new Set(kinds(text))).toEqual(new Set(["text"]))
    expect(joined(text)).toBe(text)
  })

  test("shows where a link in other letters really leads", () => {
    const [link] = parseText("https://аpple.com/")
    expect(link).toMatchObject({ host: "xn--pple-43d.com" })
  })

  test("marks whom an @ calls", () => {
    expect(parseText(`@${WALLET} hello`)[0]).toEqual({
      kind: "address",
      text: `@${WALLET}`,
      address: LOWER,
    })
  })

  test("loses what turns or hides letters, and keeps lines, joined emoji and marks", () => {
    expect(removeInvisible("a\u202eb\u2066c\u200bd\ufeffe\u0000f\u0007g")).toBe("abcdefg")
    expect(removeInvisible("one\r\ntwo\rthree\n\tfour")).toBe("one\ntwo\nthree\n\tfour")
    expect(removeInvisible("👩‍👩‍👧 é می‌خواهم")).toBe("👩‍👩‍👧 é می‌خواهم")
    expect(removeInvisible(`e${"\u0301".repeat(300)}!`)).toBe(`e${"\u0301".repeat(4)}!`)
  })

  test("finds a link through what was hidden in it", () => {
    expect(parseText("https://exa\u200bmple.org")[0]).toMatchObject({ host: "example.org" })
  })

  test("is read quickly however hostile it is", async () => {
    const hostile = ["https://".repeat(1_250), "(".repeat(10_000), "$A".repeat(5_000)]
    hostile.push(`https://a.org/${".,".repeat(4_990)}x`)
    hostile.push(`https://a.org/${")".repeat(9_980)}`, "0x".repeat(5_000), "\u0301".repeat(10_000))
    const effort = await cpuTimeOf(() => {
      for (const text of hostile) parseText(text)
    })
    expect(effort).toBeLessThan(1_000)
  })
})

describe("mentions", () => {
  const MARKET = `0x${"12".repeat(20)}`

  test("are addresses, symbols and our own pages, each once", () => {
    const text = `${WALLET} ${LOWER} $kelp $KELP http://atoll.test/markets/${MARKET}?x=1`
    expect(findMentionsInText(text, "atoll.test")).toEqual({
      addresses: [LOWER, MARKET],
      symbols: ["kelp"],
    })
  })

  test("are not pages of other sites nor people who are called", () => {
    const text = `https://evil.test/markets/${MARKET} @${WALLET}`
    expect(findMentionsInText(text, "atoll.test")).toEqual({ addresses: [], symbols: [] })
  })
})

describe("the size of a text", () => {
  test.each([
    ["short", "a\nb", false],
    ["many letters", "a".repeat(701), true],
    ["many lines", "\n".repeat(12), true],
  ])("%s", (_, text, expected) => expect(isLongText(text)).toBe(expected))

  test("it reads without the length of links and addresses", () => {
    const address = `0x${"ab".repeat(20)}`
    const raw = `See https://example.org/reports?page=3, http://a.org/ and @${address}: ${address} $TIDE`
    const read = "See example.org/…, a.org and @0xabab…abab: 0xabab…abab $TIDE"
    expect(toPlainText(raw)).toBe(read)
  })

  test("its beginning is one line, cut between words", () => {
    expect(truncateText("one\n\ntwo three four", 12)).toBe("one two…")
    expect(truncateText("short", 12)).toBe("short")
    expect(truncateText("👩‍👩‍👧".repeat(1), 12)).toBe("👩‍👩‍👧")
    expect(truncateText("x".repeat(20), 10)).toBe(`${"x".repeat(10)}…`)
  })
})
