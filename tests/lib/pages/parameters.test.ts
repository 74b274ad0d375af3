import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { pageQuery, routesWithParameters } from "@/lib/pages/parameters"

const app = path.resolve(import.meta.dirname, "../../../app")

/** Hooks with which a page of its own reads the address while it is rendered. */
const READS = /\bsearchParams\b/

test("every page that reads parameters declares them, and no other", () => {
  const pages = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .filter((file) => READS.test(readFileSync(path.join(app, file), "utf8")))
    .map((file) => `/${path.dirname(file)}`)
  const wizards = ["/launch", "/markets/create"]
  expect([...routesWithParameters].sort()).toEqual([...pages, ...wizards].sort())
})

test("what a page does not read makes no other page", () => {
  expect(pageQuery("/launchpad", "?x=1")).toBe("")
  expect(pageQuery("/docs/api", "?page=2")).toBe("")
  expect(pageQuery("/launchpad", "?x=1&page=2&utm_source=a")).toBe("?page=2")
  expect(pageQuery("/launchpad", "?sort=price&page=2")).toBe(
    pageQuery("/launchpad", "?page=2&sort=price"),
  )
  expect(pageQuery("/search", "?q=a+b%26c")).toBe("?q=a+b%26c")
  expect(pageQuery("/markets/create", "?step=2&outcome=1")).toBe("?step=2")
  expect(pageQuery("/markets/0xab", "?outcome=1&step=2")).toBe("?outcome=1")
  expect(pageQuery("/borrow", `?${"token=a&".repeat(90)}`)).toBe("?token=a&token=a")
})
