import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, test } from "vitest"
import { UserText } from "@/components/reef/user-text"

const ADDRESS = `0x${"ab".repeat(20)}`

const shown = (text: string, addressLinks: Record<string, string> = {}) =>
  renderToStaticMarkup(createElement(UserText, { text, addressLinks }))

describe("what a person wrote", () => {
  test("is text, whatever it contains", () => {
    const html = shown('<script>alert(1)</script><img src=x onerror="x">')
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x")
    expect(html).not.toContain("<script")
    expect(html).not.toContain("<img")
  })

  test("keeps its lines and its direction to itself", () => {
    expect(shown("one\n\ntwo")).toMatch(
      /^<div class="[^"]*whitespace-pre-wrap[^"]*"[^>]*dir="auto"/,
    )
    expect(shown("one\n\ntwo")).toContain("one\n\ntwo</div>")
    expect(shown("a")).toContain("unicode-bidi:isolate")
  })

  test("leads elsewhere only as somebody else's words do, with the host in sight", () => {
    const html = shown("https://example.org/a")
    expect(html).toContain('href="https://example.org/a"')
    expect(html).toContain('rel="nofollow ugc noopener noreferrer"')
    expect(html).toContain("<bdi>example.org/a</bdi>")
  })

  test("leads to the page of an address it names, and to the wallet's where none is known", () => {
    expect(shown(ADDRESS, { [ADDRESS]: `/markets/${ADDRESS}` })).toContain(
      `href="/markets/${ADDRESS}"`,
    )
    expect(shown(ADDRESS)).toContain(`href="/wallets/${ADDRESS}"`)
    expect(shown("$KELP")).toContain('href="/search?q=KELP"')
  })

  test("is collapsed when it is long", () => {
    expect(shown("short")).not.toContain("Show more")
    expect(shown("x".repeat(10_000))).toContain("Show more")
  })
})
