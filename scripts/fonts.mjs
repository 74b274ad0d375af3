// The site's fonts, cut to the needs of its pages: fewer letters in the files that every page waits for, the four
// weights of the design, no unused variants. app/fonts.ts says when each file is fetched.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

const { resolve } = createRequire(import.meta.url)

/** English with its punctuation, and the signs in the pages' own texts: one more file would cause another layout. */
const ENGLISH =
  "U+20-7E,U+A0,U+A2,U+B1,U+B7,U+D7,U+304,U+308,U+329,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2191,U+2193,U+2212"
/** The rest of the packages' latin subset. */
const LATIN =
  "U+A1,U+A3-B0,U+B2-B6,U+B8-D6,U+D8-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-2012,U+2015-2017,U+201A-201B,U+201E-201F,U+2021,U+2023-2025,U+2027-206F,U+20AC,U+2122,U+2215,U+FEFF,U+FFFD"
const LATIN_EXTENDED =
  "U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF"
const CYRILLIC = "U+400-45F,U+490-491,U+4B0-4B1,U+2116"

const GEIST = "@fontsource-variable/geist/files/geist"
const BRICOLAGE = "@fontsource/bricolage-grotesque/files/bricolage-grotesque"

/** By the name of the file under lib/generated/fonts: the source file, and the letters it keeps. */
export const FONTS = {
  "geist-english": { source: `${GEIST}-latin-wght-normal.woff2`, range: ENGLISH },
  "geist-latin": { source: `${GEIST}-latin-wght-normal.woff2`, range: LATIN },
  "geist-latin-extended": { source: `${GEIST}-latin-ext-wght-normal.woff2`, range: LATIN_EXTENDED },
  "geist-cyrillic": { source: `${GEIST}-cyrillic-wght-normal.woff2`, range: CYRILLIC },
  "bricolage-english": { source: `${BRICOLAGE}-latin-700-normal.woff2`, range: ENGLISH },
  "bricolage-latin": { source: `${BRICOLAGE}-latin-700-normal.woff2`, range: LATIN },
}

/** Joined letters, kerning, accents, and digits of one width. */
const FEATURES = ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "rvrn", "tnum"]
const WEIGHTS = { min: 400, max: 700 }

/** Cuts the fonts again when their packages or this file have changed. */
export async function makeFonts(to = path.resolve(import.meta.dirname, "../lib/generated/fonts")) {
  const stamp = path.join(to, "stamp")
  const current = versions()
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) return
  const { default: subset } = await import("subset-font")
  mkdirSync(to, { recursive: true })
  for (const [name, { source, range }] of Object.entries(FONTS)) {
    const cut = await subset(readFileSync(resolve(source)), lettersOf(range), {
      targetFormat: "woff2",
      keepFeatures: FEATURES,
      noHinting: true,
      ...(source.includes("-wght-") && { variationAxes: { wght: WEIGHTS } }),
    })
    writeFileSync(path.join(to, `${name}.woff2`), cut)
  }
  writeFileSync(stamp, current)
}

/** The inputs of the files. */
function versions() {
  const packages = ["@fontsource-variable/geist", "@fontsource/bricolage-grotesque", "subset-font"]
  const numbers = packages.map(
    (name) => JSON.parse(readFileSync(resolve(`${name}/package.json`), "utf8")).version,
  )
  return `${numbers.join(" ")}\n${readFileSync(import.meta.filename, "utf8")}`
}

/**
 * The letters of a CSS unicode-range.
 * @param {string} range
 */
function lettersOf(range) {
  return range
    .split(",")
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .slice(2)
        .split("-")
        .map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
    .map((code) => String.fromCodePoint(code))
    .join("")
}
