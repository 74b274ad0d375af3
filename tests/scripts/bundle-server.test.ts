import { existsSync, readdirSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { createRouteTable } from "@/lib/http/route-table"
import { listRoutes } from "@/scripts/bundle-server.mjs"

const routes = listRoutes()

/** A path that the pattern is meant for, with segments no other pattern names. */
const exampleOf = (pattern: string) =>
  pattern.replace(/\[\.{3}\w+\]/, "none/of/them").replace(/\[\w+\]/g, "x-1")

test("the table has every route file of the app, and each answers its own path", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
  expect(routes.length).toBe(files.filter((file) => path.basename(file) === "route.ts").length)
  const find = createRouteTable(routes.map(([pattern]) => [pattern, pattern] as const))
  for (const [pattern, file] of routes) {
    expect(existsSync(file.replace("@/", "")), file).toBe(true)
    expect(find(exampleOf(pattern))?.value).toBe(pattern)
  }
})

test("no page and no public file stands where a route is", () => {
  const find = createRouteTable(routes.map(([pattern]) => [pattern, pattern] as const))
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${path.dirname(file)}`)
  const files = readdirSync("public", { recursive: true, encoding: "utf8" }).map((at) => `/${at}`)
  expect(pages.length).toBeGreaterThan(10)
  for (const at of [...pages, ...files]) expect(find(exampleOf(at)), at).toBeUndefined()
})
