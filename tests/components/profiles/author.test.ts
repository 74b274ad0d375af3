import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, test } from "vitest"
import { Author as AuthorLine } from "@/components/profiles/author"
import { avatarSource } from "@/components/profiles/avatar"
import type { Author } from "@/lib/profiles/authors"

const wallet = `0x${"ab".repeat(20)}`
const fullAuthor: Author = {
  tier: "Hatchling",
  tierEmoji: "🐣",
  username: null,
  avatarUrl: null,
  xHandle: null,
  isAgent: false,
}
const shown = (author?: Partial<Author>) =>
  renderToStaticMarkup(
    createElement(AuthorLine, { wallet, author: author && { ...fullAuthor, ...author } }),
  )

describe("an author", () => {
  test("without a name is their short address, which leads to the wallet", () => {
    expect(shown({})).toContain(`href="/wallets/${wallet}"`)
    expect(shown({})).toContain("0xabab…abab")
    expect(shown()).toContain("0xabab…abab")
  })

  test("has their name, a tier that is read out, and marks only where they are true", () => {
    const all = shown({ username: "reefer", isAgent: true, xHandle: "reef_x" })
    expect(all).toContain(">reefer</bdi>")
    expect(all).toContain('aria-label="Tier Hatchling"')
    expect(all).toContain("Agent")
    expect(all).toContain('href="https://x.com/reef_x"')
    expect(shown({})).not.toMatch(/Agent|x\.com/)
  })
})

describe("a picture", () => {
  test.each([
    ["https://pictures.example/a.png", "https://pictures.example/a.png"],
    ["http://localhost:3000/ipfs/bafy", "/ipfs/bafy"],
    ["http://pictures.example/a.png", null],
    ["javascript:alert(1)", null],
    ["data:image/svg+xml,<svg/>", null],
    ["//pictures.example/a.png", null],
    ['https://a.example/" onerror="x', null],
    [null, null],
  ])("%s is loaded from %s", (address, source) => {
    expect(avatarSource(address)).toBe(source)
  })
})
