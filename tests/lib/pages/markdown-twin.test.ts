import { describe, expect, test } from "vitest"
import { findTwin, hasTwin, linkForPrograms } from "@/lib/pages/markdown-twin"

const TOKEN = `/tokens/0x${"ab".repeat(20)}`

describe("the Markdown of a page", () => {
  test.each([
    [`${TOKEN}.md`, TOKEN],
    [`/markets/0x${"AB".repeat(20)}.md`, `/markets/0x${"AB".repeat(20)}`],
    [`/reef/c${"0".repeat(24)}.md`, `/reef/c${"0".repeat(24)}`],
    ["/docs.md", "/docs"],
    ["/index.md", "/"],
    ["/markets.md", "/markets"],
    ["/launchpad.md", "/launchpad"],
    ["/docs/quickstart.md", "/docs/quickstart"],
    ["/docs/api/getApiV1Tokens.md", "/docs/api/getApiV1Tokens"],
  ])("is asked for by %s", (pathname, page) => {
    expect(findTwin(pathname, null)).toBe(page)
  })

  test.each([
    "/rounds.md",
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
    expect(findTwin("/", accept)).toBe(isMarkdown ? "/" : null)
    expect(findTwin("/rounds", accept)).toBeNull()
  })

  test("has the path of a page whose answer depends on Accept", () => {
    const paths = [TOKEN, "/", "/markets", `${TOKEN}.md`, "/rounds", "/docs/design"]
    expect(paths.map(hasTwin)).toEqual([true, true, true, false, false, false])
  })

  test("is named in a header, beside the index of the site", () => {
    const index = '</llms.txt>; rel="describedby"; type="text/markdown"'
    expect(linkForPrograms("/rounds")).toBe(index)
    for (const path of ["/", "/markets", TOKEN]) {
      const [own, twin, ...others] = linkForPrograms(path).split(", ")
      expect([own, others]).toEqual([index, []])
      const [, href = ""] =
        /^<(.+)>; rel="alternate"; type="text\/markdown"$/.exec(twin ?? "") ?? []
      expect(findTwin(href, null)).toBe(path)
    }
  })
})
