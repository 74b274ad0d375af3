import localFont from "next/font/local"

// Every page preloads the Latin subsets: a font that arrived after the first paint would lay the page out again. A
// browser loads another subset when the page has a character in its `unicode-range`. app/globals.css lists the Latin
// subset first in each family because browsers try families in order, and system fonts last.

/** Everything but headings. */
const geist = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  weight: "400 700",
  display: "swap",
  variable: "--font-geist",
  adjustFontFallback: false,
})

const geistLatinExtended = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2",
  weight: "400 700",
  display: "swap",
  preload: false,
  variable: "--font-geist-latin-extended",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
})

const geistCyrillic = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2",
  weight: "400 700",
  display: "swap",
  preload: false,
  variable: "--font-geist-cyrillic",
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+400-45F,U+490-491,U+4B0-4B1,U+2116" }],
})

/** Headings. */
const bricolage = localFont({
  src: "../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2",
  weight: "700",
  display: "swap",
  variable: "--font-bricolage",
  adjustFontFallback: false,
})

/** Class names that define the families' variables. */
export const fontVariables = [geist, geistLatinExtended, geistCyrillic, bricolage]
  .map(({ variable }) => variable)
  .join(" ")
