import ts from "typescript"
import { expect, test } from "vitest"
import { listForbiddenNames } from "@/scripts/guards/plain-words"

const namesIn = (text: string) =>
  listForbiddenNames(ts.createSourceFile("lib/example.ts", text, ts.ScriptTarget.Latest))

test.each([
  ["a variable", "const found = 1"],
  ["a variable in a function", "function read() { const [found] = rows }"],
  ["a parameter", "const read = (found: string) => found"],
  ["a property that is taken apart", "const { row: found } = answer"],
  ["the property of a type", "type Answer = { found: boolean }"],
])("refuses %s whose name does not say what the value is", (_, text) => {
  expect(namesIn(text)).toEqual(["found"])
})

test("accepts such names where they are only used", () => {
  expect(namesIn("const row = answer.found; send({ found: row })")).toEqual([])
})

test("refuses functions that are no verbs, and metaphors", () => {
  expect(namesIn("function told() {}; const deedRow = 1; const seen = 1")).toEqual([
    "told",
    "deedRow",
  ])
})
