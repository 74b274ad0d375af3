import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { compileAhead } from "@/scripts/build.mjs"

const HINT = "//# allFunctionsCalledOnLoad\n"

let out: string

beforeEach(() => {
  out = mkdtempSync(path.join(tmpdir(), "atoll-build-"))
  writeFileSync(path.join(out, "main.js"), "start()")
  writeFileSync(path.join(out, "page.js"), "page()")
  writeFileSync(
    path.join(out, "build-manifest.json"),
    JSON.stringify({ rootMainFiles: ["main.js"] }),
  )
})

afterEach(() => rmSync(out, { recursive: true }))

const read = (name: string) => readFileSync(path.join(out, name), "utf8")

test("the scripts every page starts with are compiled ahead, others are not", () => {
  compileAhead(out)
  expect(read("main.js")).toBe(`${HINT}start()`)
  expect(read("page.js")).toBe("page()")
})

test("a script of an earlier build is not marked twice", () => {
  compileAhead(out)
  compileAhead(out)
  expect(read("main.js")).toBe(`${HINT}start()`)
})
