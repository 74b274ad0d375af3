import { expect, test } from "vitest"
import { findCrumbs, type Module } from "@/scripts/guards/crumbs"

const moduleOf = (file: string, fields: Partial<Module> = {}): Module => ({
  file,
  lines: 30,
  isClient: false,
  isGenerated: false,
  imports: [],
  lazyImports: [],
  ...fields,
})

/** The crumbs among a small file and the one that imports it, with changes to either. */
const crumbsOf = (
  small: Partial<Module>,
  importer: Partial<Module> = {},
  others: readonly Module[] = [],
) => {
  const file = small.file ?? "lib/prices/round.ts"
  const modules = [
    moduleOf(file, small),
    moduleOf("lib/prices/queries.ts", { imports: [file], ...importer }),
    ...others,
  ]
  return findCrumbs(modules, {}).map(({ at }) => at)
}

test("a small file with one importer and no test is a crumb", () => {
  expect(crumbsOf({})).toEqual(["lib/prices/round.ts"])
})

test.each<[string, Partial<Module>, Partial<Module>, Module[]]>([
  ["is longer", { lines: 41 }, {}, []],
  ["has a second importer", {}, {}, [moduleOf("lib/a.ts", { imports: ["lib/prices/round.ts"] })]],
  ["has a test", {}, {}, [moduleOf("tests/round.test.ts", { imports: ["lib/prices/round.ts"] })]],
  ["begins the browser's code", { isClient: true }, {}, []],
  ["is loaded when it is needed", {}, { imports: [], lazyImports: ["lib/prices/round.ts"] }, []],
  ["is generated", { isGenerated: true }, {}, []],
  ["would make its importer too long", {}, { lines: 390 }, []],
  ["holds what a page may not", {}, { file: "app/prices/page.tsx" }, []],
  ["is a route of the framework", { file: "app/prices/page.tsx" }, {}, []],
  ["is TypeScript for a program without a compiler", {}, { file: "scripts/start.mjs" }, []],
])("one that %s is none", (_, small, importer, others) => {
  expect(crumbsOf(small, importer, others)).toEqual([])
})

test("a file of the browser's code can join another one", () => {
  expect(crumbsOf({ isClient: true }, { isClient: true })).toEqual(["lib/prices/round.ts"])
})

test("an exception is refused once it is not needed", () => {
  const kept = { "lib/prices/round.ts": "one file a rule" }
  const importer = moduleOf("lib/a.ts", { imports: ["lib/prices/round.ts"] })
  expect(findCrumbs([moduleOf("lib/prices/round.ts"), importer], kept)).toEqual([])
  expect(findCrumbs([moduleOf("lib/prices/round.ts")], kept)).toEqual([
    { at: "lib/prices/round.ts", detail: "is no longer needed in KEPT_CRUMBS" },
  ])
})
