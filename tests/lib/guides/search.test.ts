import { describe, expect, test } from "vitest"
import "@/tests/helpers/rows"
import * as searchRoute from "@/app/api/internal/docs/route"
import { findGuide, guides } from "@/lib/guides/registry"
import { searchDocs } from "@/lib/guides/search"
import { findHeadings } from "@/lib/markdown/headings"
import { findOperation } from "@/lib/reference/document"
import { call } from "@/tests/helpers/call"

const FACTS = { origin: "https://atoll.example", chainId: 7, tide: `0x${"ab".repeat(20)}` }

describe("the search of the documentation", () => {
  test.each([
    ["resume", "/docs/streams#resume"],
    ["sign in", "/docs/authentication#sign-in"],
    ["RATE_LIMITED", "/docs/limits"],
    ["candles", "/docs/api/getApiV1TokensAddressCandles"],
    ["/api/v1/quote", "/docs/api/postApiV1Quote"],
    ["updown.bet", "/docs/price-rounds#bet"],
    ["athentication", "/docs/authentication"],
  ])("finds %s", (query, href) => {
    expect(searchDocs(query).map((each) => each.href)).toContain(href)
  })

  test("answers only pages and anchors that are there", () => {
    for (const { title } of guides) {
      for (const { href } of searchDocs(title)) {
        const [path = "", anchor] = href.split("#")
        const name = path.slice(path.lastIndexOf("/") + 1)
        const guide = findGuide(name)
        if (!guide) {
          expect(findOperation(name)).toBeDefined()
          continue
        }
        const ids = findHeadings(guide.write(FACTS)).map(({ id }) => id)
        if (anchor !== undefined) expect(ids).toContain(anchor)
      }
    }
  })

  test("of nothing, and of words that no text has, is empty", () => {
    expect(searchDocs("")).toEqual([])
    expect(searchDocs("zzzzqqqq")).toEqual([])
  })

  test("200 and 400 over HTTP", async () => {
    const { status, body } = await call(searchRoute, { query: { q: "streams" } })
    expect(status).toBe(200)
    expect(body.data[0]).toMatchObject({ href: "/docs/streams" })
    expect((await call(searchRoute, { query: { q: "x".repeat(101) } })).status).toBe(400)
  })
})
