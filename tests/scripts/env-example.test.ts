import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { variableNames } from "@/lib/env"

const lines = readFileSync(".env.example", "utf8").split("\n")
const named = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? [])

test(".env.example names every variable once and no other", () => {
  expect(named.toSorted()).toEqual([...variableNames].sort())
})

test(".env.example sets nothing by itself", () => {
  expect(lines.filter((line) => line !== "" && !line.startsWith("#"))).toEqual([])
})
