import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { bundleLocalPrograms, findLocalBundle } from "@/scripts/bundle-local.mjs"

let folder = ""

beforeAll(async () => {
  mkdirSync(".data", { recursive: true })
  // Inside the project, where the bundles find its packages.
  folder = mkdtempSync(path.resolve(".data/bundles-"))
  await bundleLocalPrograms(folder)
})

afterAll(() => rmSync(folder, { recursive: true }))

test("each program has a bundle, which loads", async () => {
  for (const name of ["feeder", "activity"] as const) {
    expect(findLocalBundle(name, folder)).toMatch(new RegExp(`/${name}\\.mjs$`))
  }
  const { startEnvironment } = await import(findLocalBundle("start", folder) ?? "")
  expect(startEnvironment).toBeTypeOf("function")
})

test("a bundle is made again after a change: of a source, a package or Node", async () => {
  const record = path.join(folder, "bundled.json")
  const known: { node: string; sources: Record<string, string> } = JSON.parse(
    readFileSync(record, "utf8"),
  )
  const sources = ["package-lock.json", "scripts/local/chain.ts", "lib/env.ts"]
  expect(Object.keys(known.sources)).toEqual(expect.arrayContaining(sources))
  const changes = [
    { ...known, node: "v1.0.0" },
    { ...known, sources: { ...known.sources, "package-lock.json": "another" } },
    { ...known, sources: { ...known.sources, "scripts/local/chain.ts": "another" } },
    { ...known, sources: { ...known.sources, "lib/env.ts": "another" } },
    { ...known, sources: { ...known.sources, "lib/gone.ts": "was there" } },
  ]
  for (const changed of changes) {
    writeFileSync(record, JSON.stringify(changed))
    expect(findLocalBundle("start", folder)).toBeUndefined()
  }
  writeFileSync(record, "{")
  expect(findLocalBundle("start", folder)).toBeUndefined()
  await bundleLocalPrograms(folder)
  expect(findLocalBundle("start", folder)).toBeDefined()
})
