import { describe, expect, test } from "vitest"
import { createRouteTable } from "@/lib/http/route-table"

const find = createRouteTable(
  [
    "/a",
    "/a/[id]",
    "/a/[id]/b",
    "/a/fixed",
    "/a/fixed/c",
    "/d/[x]/[y]",
    "/e/[...rest]",
    "/f/[[...rest]]",
  ].map((pattern) => [pattern, pattern] as const),
)

const foundAt = (path: string) => {
  const match = find(path)
  return match && [match.value, match.params]
}

describe("a path finds", () => {
  test.each([
    ["/a", "/a", {}],
    ["/a/fixed", "/a/fixed", {}],
    ["/a/other", "/a/[id]", { id: "other" }],
    // The fixed segment leads nowhere, so that the named one is tried.
    ["/a/fixed/b", "/a/[id]/b", { id: "fixed" }],
    ["/a/fixed/c", "/a/fixed/c", {}],
    ["/d/1/2", "/d/[x]/[y]", { x: "1", y: "2" }],
    ["/e/1", "/e/[...rest]", { rest: ["1"] }],
    ["/e/1/2", "/e/[...rest]", { rest: ["1", "2"] }],
    ["/f", "/f/[[...rest]]", {}],
    ["/f/1/2", "/f/[[...rest]]", { rest: ["1", "2"] }],
  ])("%s → %s", (path, pattern, params) => {
    expect(foundAt(path)).toEqual([pattern, params])
  })
})

test.each([
  "/",
  "/b",
  "/e",
  "/a/x/y",
  "/a/",
  "//a",
  "/a//b",
  "/a/%61",
  "/a/..",
  "/a/.x",
  "*",
  "",
  "http://h/a",
])("what is not declared or not plain is left to the framework: %s", (path) => {
  expect(foundAt(path)).toBeUndefined()
})

test("names of objects are paths like others", () => {
  expect(foundAt("/constructor")).toBeUndefined()
  expect(foundAt("/a/__proto__")).toEqual(["/a/[id]", { id: "__proto__" }])
})
