/** @module-tag long */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { FONTS, makeFonts } from "@/scripts/fonts.mjs"

const { resolve } = createRequire(import.meta.url)

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "atoll-fonts-"))
})

afterEach(() => rmSync(folder, { recursive: true }))

test("every font is made, and the ones for every page weigh less than 60 % of their package's", async () => {
  await makeFonts(folder)
  const made = readdirSync(folder).filter((name) => name.endsWith(".woff2"))
  expect(made.sort()).toEqual(
    Object.keys(FONTS)
      .map((name) => `${name}.woff2`)
      .sort(),
  )
  for (const [name, { source }] of Object.entries(FONTS)) {
    const file = readFileSync(path.join(folder, `${name}.woff2`))
    expect(file.subarray(0, 4).toString()).toBe("wOF2")
    const share = file.length / statSync(resolve(source)).size
    expect(share, name).toBeLessThan(name.endsWith("-english") ? 0.6 : 1)
  }
})

test("what is made already stays as it is", async () => {
  await makeFonts(folder)
  const file = path.join(folder, "geist-english.woff2")
  utimesSync(file, 1, 1)
  await makeFonts(folder)
  expect(statSync(file).mtimeMs).toBe(1_000)
})

test("the app announces every file that is not for every page with the letters it holds", () => {
  const app = readFileSync(path.resolve(import.meta.dirname, "../../app/fonts.ts"), "utf8")
  const announced = app
    .split("localFont({")
    .slice(1)
    .map((font) => [
      /generated\/fonts\/([a-z-]+)\.woff2"/.exec(font)?.[1],
      /value:\s*"([^"]+)"/.exec(font)?.[1],
    ])
  expect(Object.fromEntries(announced)).toEqual(
    Object.fromEntries(
      Object.entries(FONTS).map(([name, { range }]) => [
        name,
        name.endsWith("-english") ? undefined : range,
      ]),
    ),
  )
})

test.each(["geist", "bricolage"])("no letter of %s comes twice", (family) => {
  const codes = Object.entries(FONTS)
    .filter(([name]) => name.startsWith(family))
    .flatMap(([, { range }]) => range.split(","))
    .map((part) => part.slice(2).split("-"))
    .map(([first = "", last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)])
    .sort(([a = 0], [b = 0]) => a - b)
  for (const [index, [first = 0]] of codes.entries()) {
    expect(first).toBeGreaterThan(codes[index - 1]?.[1] ?? -1)
  }
})

test("the texts of the pages need no letters but those of the files for every page", async () => {
  const isLatin = lettersIn(FONTS["geist-latin"].range)
  const folders = ["app", "components"].map((folder) =>
    path.resolve(import.meta.dirname, "../..", folder),
  )
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx"))
      .map((name) => path.join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(100)
  const late = files.flatMap((file) =>
    [...readFileSync(file, "utf8")].filter(isLatin).map((letter) => `${letter} in ${file}`),
  )
  expect(late).toEqual([])
  expect([..."±é"].map(isLatin)).toEqual([false, true])
})

/** Whether a letter is in a CSS unicode-range. */
function lettersIn(range: string) {
  const parts = range.split(",").map((part) => {
    const [first = "", last = first] = part.slice(2).split("-")
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
  return (letter: string) => {
    const code = letter.codePointAt(0) ?? 0
    return parts.some(([first, last]) => code >= first && code <= last)
  }
}
