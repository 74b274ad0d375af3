import localFont from "next/font/local"

/**
 * Headings, in their one weight. Fetched with the page's other needs, not before them: until it is
 * there, a system font of the same measures stands in its place.
 */
const bricolage = localFont({
  src: "../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2",
  weight: "700",
  display: "swap",
  preload: false,
  variable: "--font-bricolage",
  adjustFontFallback: "Arial",
})

/** Everything else: the letters of the site's own words. */
const geist = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  variable: "--font-geist-sans",
  adjustFontFallback: "Arial",
})

/** The letters that names may bring, fetched by pages on which one does. */
const geistLatinExtended = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  preload: false,
  variable: "--font-geist-latin-extended",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
})

const geistCyrillic = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  preload: false,
  variable: "--font-geist-cyrillic",
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116" }],
})

/** Class names that define the families' variables. */
export const fontVariables = [bricolage, geist, geistLatinExtended, geistCyrillic]
  .map(({ variable }) => variable)
  .join(" ")
