import { describe, expect, test } from "vitest"
import { hashPostText, hasMention, readPostText } from "@/lib/social/x/post-text"
import { parsePostUrl, toPostUrl } from "@/lib/social/x/post-url"
import { fc } from "@/tests/helpers/property"
import { tweetHtml } from "@/tests/helpers/tweet-html"

describe("the URL of a post on X", () => {
  test.each([
    ["https://x.com/reef/status/12", "12"],
    ["https://www.x.com/reef/status/12/", "12"],
    ["https://mobile.twitter.com/reef/status/12?s=20", "12"],
    ["https://twitter.com/reef/status/0012#m", "12"],
    ["https://x.com/reef/status/0", "0"],
  ])("%s", (url, id) => {
    expect(parsePostUrl(url)).toEqual({ handle: "reef", id })
  })

  test("is rebuilt from handle and id alone", () => {
    const ref = parsePostUrl("https://mobile.twitter.com/reef/status/7?u=https://evil.example")
    expect(ref && toPostUrl(ref)).toBe("https://x.com/reef/status/7")
  })
})

describe("the text of a post", () => {
  test("is what its author wrote, whatever it is", () => {
    const text = fc
      .string({ unit: "grapheme", maxLength: 60 })
      .map((raw) => raw.replace(/[\r@]/g, ""))
    fc.assert(
      fc.property(text, (written) => {
        expect(readPostText(tweetHtml("reef", written))).toBe(written.trim())
      }),
    )
  })

  test("has neither the author's name nor the date, nor markup that was written", () => {
    const html = tweetHtml("reef", "a <p>b</p> &lt; &amp;#64;", "</p> @AtollHQ atoll_verify_1")
    expect(readPostText(html)).toBe("a <p>b</p> &lt; &amp;#64;")
    expect(readPostText("<blockquote>plain</blockquote>&mdash; Name (@name)")).toBe("plain")
    expect(readPostText("<p>a<br>b</p><p>c</p>")).toBe("a\nb")
    const unreadable = "\ufffd\ufffd\ufffd&unknown;"
    expect(readPostText("<p>&#64;&#x40; &#0;&#xD800;&#x110000;&unknown;</p>")).toBe(
      `@@ ${unreadable}`,
    )
  })
})

test.each([
  ["Hi @AtollHQ!", true],
  ["@atollhq", true],
  ["(@ATOLLHQ)", true],
  ["@AtollHQs", false],
  ["@AtollHQ_", false],
  ["mail me@AtollHQ", false],
  ["@@AtollHQ", false],
  ["AtollHQ", false],
])("%s mentions the account: %s", (text, expected) => {
  expect(hasMention(text, "AtollHQ")).toBe(expected)
})

test("a copy differs in case, URLs, mentions, punctuation and white space only", () => {
  const original = hashPostText("The reef is alive @AtollHQ https://t.co/abc")
  for (const copy of [
    "THE REEF, is alive!",
    "the reef\nis\u00a0alive @somebody_else pic.twitter.com/xyz",
    "the re\u200bef is al\u00adive\ufe0f",
    "Ｔhe reef is alivehttps://a.example/?b=c",
  ]) {
    expect(hashPostText(copy)).toEqual(original)
  }
  for (const other of ["The reef is dead", "The reef is alive 2", ""]) {
    expect(hashPostText(other)).not.toEqual(original)
  }
})
