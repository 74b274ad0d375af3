import { describe, expect, test } from "vitest"
import { launchpadHref, viewHref } from "@/app/launchpad/_parts/links"
import { parseQuery } from "@/app/launchpad/_parts/query"

const dev = `0x${"ab".repeat(20)}`
const plain = { view: "columns", column: "new", sort: "newest", order: "desc", page: 1, limit: 24 }

describe("the launchpad's URL", () => {
  test("says what is searched, sorted and filtered", () => {
    const params = {
      search: "coral",
      sort: "active",
      kind: "floor",
      dev,
      page: "3",
      frozen: "true",
    }
    expect(parseQuery({ ...params, image: "true", phase: "reward", order: "asc" })).toEqual({
      view: "table",
      column: "new",
      search: "coral",
      sort: "active",
      order: "asc",
      kind: "floor",
      dev,
      phase: "reward",
      frozen: true,
      image: true,
      page: 3,
      limit: 24,
    })
  })

  test("loses only what makes no sense", () => {
    const params = { sort: "sideways", page: "-1", kind: "floor", dev: "0x1", frozen: "maybe" }
    expect(parseQuery({ ...params, view: "circle", column: "old" })).toEqual({
      ...plain,
      kind: "floor",
    })
  })

  test("cannot ask for longer pages, and repeats count once", () => {
    expect(parseQuery({ limit: "100", search: ["a", "b"], kind: "" })).toEqual({
      ...plain,
      search: "a",
    })
  })

  test.each([
    [{}, "columns"],
    [{ search: "a", kind: "floor", frozen: "true" }, "columns"],
    [{ sort: "active" }, "table"],
    [{ order: "asc" }, "table"],
    [{ page: "2" }, "table"],
    [{ phase: "reward" }, "table"],
    [{ sort: "active", view: "columns" }, "columns"],
    [{ view: "table" }, "table"],
  ])("of %o asks for %s", (params, view) => {
    expect(parseQuery(params).view).toBe(view)
  })

  test.each([
    [{}, "/launchpad"],
    [{ sort: "newest", page: 1, order: "desc" } as const, "/launchpad"],
    [{ search: "a&b c", sort: "active" } as const, "/launchpad?search=a%26b+c&sort=active"],
    [{ kind: "stable", page: 2 } as const, "/launchpad?kind=stable&page=2"],
    [{ frozen: false, view: "table" } as const, "/launchpad?view=table&frozen=false"],
  ])("of %o is %s", (query, href) => {
    expect(launchpadHref(query)).toBe(href)
  })

  test("survives being written and read again", () => {
    const params = {
      search: "ü <b>",
      sort: "change",
      kind: "stable",
      dev,
      page: "2",
      vetted: "true",
    }
    const query = parseQuery({ ...params, column: "reward", frozen: "false" })
    const { searchParams } = new URL(launchpadHref(query), "http://localhost")
    expect(parseQuery(Object.fromEntries(searchParams))).toEqual(query)
  })

  test("keeps the filters from one view to the other, not what only one of them has", () => {
    const query = parseQuery({ search: "a", sort: "active", page: "2", phase: "reward" })
    expect(viewHref(query, "columns")).toBe("/launchpad?search=a")
    expect(viewHref(query, "table")).toBe("/launchpad?view=table&search=a&phase=reward&sort=active")
  })
})
