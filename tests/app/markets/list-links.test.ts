import { expect, test } from "vitest"
import { marketsHref } from "@/app/markets/_parts/links"
import { parseSearchParams } from "@/lib/http/search-params"
import { toMarketsQuery } from "@/lib/markets/list-group"
import { marketsQuery } from "@/lib/markets/schema"

const parse = (href: string) => {
  const { searchParams } = new URL(href, "http://localhost")
  return toMarketsQuery(parseSearchParams(marketsQuery, Object.fromEntries(searchParams)))
}

test.each([
  ["/markets", "open"],
  ["/markets?sort=newest", "open"],
  ["/markets?page=2", "open"],
  ["/markets?group=all", undefined],
  ["/markets?group=final", "final"],
  // As before there was a default: links that name another filter look at all markets.
  ["/markets?search=rain", undefined],
  ["/markets?status=voting", undefined],
  ["/markets?kind=private&sort=liquid", undefined],
  ["/markets?group=open&search=rain", "open"],
])("%s lists the group %s, and its own link leads there again", (href, group) => {
  expect(parse(href).group).toBe(group)
  expect(parse(marketsHref(parse(href)))).toEqual(parse(href))
})

test("the default needs no parameter, a change of the group always shows", () => {
  const query = parse("/markets")
  expect(marketsHref(query)).toBe("/markets")
  expect(marketsHref({ ...query, group: undefined })).toBe("/markets?group=all")
  expect(marketsHref({ ...query, search: "rain" })).toBe("/markets?group=open&search=rain")
  expect(marketsHref({ ...query, group: undefined, search: "rain" })).toBe("/markets?search=rain")
})
