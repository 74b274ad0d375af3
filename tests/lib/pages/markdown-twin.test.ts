import { describe, expect, test } from "vitest"
import { findTwin, hasTwin } from "@/lib/pages/markdown-twin"

const TOKEN = `/tokens/0x${"ab".repeat(20)}`

describe("the Markdown of a page", () => {
  test.each([
    [`${TOKEN}.md`, TOKEN],
    [`/markets/0x${"AB".repeat(20)}.md`, `/markets/0x${"AB".repeat(20)}`],
    [`/reef/c${"0".repeat(24)}.md`, `/reef/c${"0".repeat(24)}`],
    ["/docs.md", "/docs"],
    ["/docs/quickstart.md", "/docs/quickstart"],
    ["/docs/api/getApiV1Tokens.md", "/docs/api/getApiV1Tokens"],
  ])("is asked for by %s", (pathname, page) => {
    expect(findTwin(pathname, null)).toBe(page)
  })

  test.each([
    "/markets.md",
    "/tokens/0x12.md",
    "/docs/a/b.md",
    "/docs/design.md",
    "/docs/search.md",
    "/docs/../x.md",
    "/wallets/x.md",
    ".md",
  ])("is not there for %s", (pathname) => {
    expect(findTwin(pathname, null)).toBeNull()
  })

  test.each([
    ["text/markdown", true],
    ["text/markdown, text/html, */*", true],
    ["TEXT/MARKDOWN;q=0.5, text/html;q=0.4", true],
    ["text/html, text/markdown", false],
    ["text/html,application/xhtml+xml,*/*;q=0.8", false],
    ["text/markdown;q=0", false],
    ["text/markdown;q=x", false],
    ["text/markdown;q=0.5, text/html", false],
    ["*/*", false],
    ["", false],
  ])("with Accept: %s: %s", (accept, isMarkdown) => {
    expect(findTwin(TOKEN, accept)).toBe(isMarkdown ? TOKEN : null)
    expect(findTwin("/markets", accept)).toBeNull()
  })

  test("has the path of a page whose answer depends on Accept", () => {
    expect([TOKEN, `${TOKEN}.md`, "/", "/docs/design"].map(hasTwin)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
