import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { routesWithParameters, withoutUnknown } from "@/lib/pages/parameters"

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

test.each([
  ["/launchpad", "", null],
  ["/launchpad", "?page=2&sort=price", null],
  ["/launchpad", "?x=1", ""],
  ["/docs/api", "?page=2", ""],
  ["/launchpad", "?x=1&page=2&utm_source=a", "?page=2"],
  ["/launchpad", "?page=2&ref=0x1", null],
  ["/search", "?q=a+b%26c", null],
  ["/search", "?q=a+b%26c&x", "?q=a+b%26c"],
  ["/markets/create", "?step=2&outcome=1", "?step=2"],
  ["/markets/0xab", "?outcome=1&step=2", "?outcome=1"],
  ["/borrow", `?${"token=a&".repeat(90)}`, "?token=a&token=a"],
])("%s%s without what the page does not know is %j", (pathname, search, result) => {
  expect(withoutUnknown(pathname, search)).toBe(result)
})
