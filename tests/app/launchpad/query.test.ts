import { describe, expect, test } from "vitest"
import { launchpadHref } from "@/app/launchpad/_parts/links"
import { readQuery } from "@/app/launchpad/_parts/query"

const dev = `0x${"ab".repeat(20)}`

describe("the launchpad's URL", () => {
  test("says what is searched, sorted and filtered", () => {
    expect(readQuery({ search: "coral", sort: "active", kind: "floor", dev, page: "3" })).toEqual({
      search: "coral",
      sort: "active",
      kind: "floor",
      dev,
      page: 3,
      limit: 24,
    })
  })

  test("loses only what makes no sense", () => {
    expect(readQuery({ sort: "sideways", page: "-1", kind: "floor", dev: "0x1" })).toEqual({
      sort: "newest",
      kind: "floor",
      page: 1,
      limit: 24,
    })
  })

  test("cannot ask for longer pages, and repeats count once", () => {
    expect(readQuery({ limit: "100", search: ["a", "b"], kind: "" })).toEqual({
      search: "a",
      sort: "newest",
      page: 1,
      limit: 24,
    })
  })

  test.each([
    [{}, "/launchpad"],
    [{ sort: "newest", page: 1 } as const, "/launchpad"],
    [{ search: "a&b c", sort: "active" } as const, "/launchpad?search=a%26b+c&sort=active"],
    [{ kind: "stable", page: 2 } as const, "/launchpad?kind=stable&page=2"],
  ])("of %o is %s", (query, href) => {
    expect(launchpadHref(query)).toBe(href)
  })

  test("survives being written and read again", () => {
    const query = readQuery({ search: "ü <b>", sort: "change", kind: "stable", dev, page: "2" })
    const { searchParams } = new URL(launchpadHref(query), "http://localhost")
    expect(readQuery(Object.fromEntries(searchParams))).toEqual(query)
  })
})
