import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { describeAbis } from "@/scripts/generate/abis.mjs"
import { digestOf, root, writeWhole } from "@/scripts/generate/files.mjs"
import { renew } from "@/scripts/generate/generate.mjs"
import { DOCUMENT } from "@/scripts/generate/openapi.mjs"
import { describePython } from "@/scripts/generate/python.mjs"

const folder = mkdtempSync(path.join(root, ".data/generate-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Texts of the generated files of a folder, by name. */
const readFolder = (name: string) =>
  new Map(
    readdirSync(path.join(root, name), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "stamp")
      .map((entry) => [entry.name, readFileSync(path.join(root, name, entry.name), "utf8")]),
  )

// tests/spec.test.ts says it of the OpenAPI document.
describe("what is generated is what the sources say today:", () => {
  test("ABIs", () => {
    expect(readFolder("lib/chain/generated")).toEqual(describeAbis())
  })

  test("the Python package", async () => {
    const texts = await describePython(JSON.parse(readFileSync(DOCUMENT, "utf8")))
    const files = readFolder("sdk/python/src/atoll_sdk/generated")
    expect(Object.fromEntries(files)).toEqual(texts)
  })
})

describe("a generator", () => {
  test("sees that a file has changed, went or came", () => {
    const file = path.join(folder, "input")
    const digests = ["one", "two", null].map((content) => {
      if (content === null) rmSync(file)
      else writeFileSync(file, content)
      return digestOf([path.relative(root, file)])
    })
    expect(new Set(digests).size).toBe(3)
  })

  test("leaves a file alone that stays the same", () => {
    const file = path.join(folder, "output")
    writeWhole(file, "same")
    const { mtimeMs, ino } = statSync(file)
    writeWhole(file, "same")
    expect(statSync(file)).toMatchObject({ mtimeMs, ino })
    writeWhole(file, "other")
    expect(readFileSync(file, "utf8")).toBe("other")
  })

  test("runs once for all who need its files at the same moment, and not again", async () => {
    let isMade = false
    let runs = 0
    const generator = {
      isCurrent: () => isMade,
      async make() {
        runs++
        await new Promise((resolve) => setTimeout(resolve, 150))
        isMade = true
      },
    }
    await Promise.all([renew([generator]), renew([generator]), renew([generator])])
    await renew([generator])
    expect(runs).toBe(1)
  })

  test("that fails lets the next one try", async () => {
    const fails = { isCurrent: () => false, make: () => Promise.reject(new Error("no compiler")) }
    await expect(renew([fails])).rejects.toThrow("no compiler")
    await expect(renew([fails])).rejects.toThrow("no compiler")
  })
})
