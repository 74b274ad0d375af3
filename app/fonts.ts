import localFont from "next/font/local"

// The files are subsets written by scripts/fonts.mjs. Every page preloads the English subsets: a font that arrived
// after the first paint would lay the page out again. A browser loads another subset when the page has a character in
// its `unicode-range`. app/globals.css lists the English subset first in each family because browsers try families in
// order, and system fonts last.

/** Everything but headings. */
const geist = localFont({
  src: "../lib/generated/fonts/geist-english.woff2",
  weight: "400 700",
  display: "swap",
  variable: "--font-geist",
  adjustFontFallback: false,
})

const geistLatin = localFont({
  src: "../lib/generated/fonts/geist-latin.woff2",
  weight: "400 700",
  display: "swap",
  preload: false,
  variable: "--font-geist-latin",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+A1,U+A3-B0,U+B2-B6,U+B8-D6,U+D8-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-2012,U+2015-2017,U+201A-201B,U+201E-201F,U+2021,U+2023-2025,U+2027-206F,U+20AC,U+2122,U+2215,U+FEFF,U+FFFD",
    },
  ],
})

const geistLatinExtended = localFont({
  src: "../lib/generated/fonts/geist-latin-extended.woff2",
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
  src: "../lib/generated/fonts/geist-cyrillic.woff2",
  weight: "400 700",
  display: "swap",
  preload: false,
  variable: "--font-geist-cyrillic",
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+400-45F,U+490-491,U+4B0-4B1,U+2116" }],
})

/** Headings. */
const bricolage = localFont({
  src: "../lib/generated/fonts/bricolage-english.woff2",
  weight: "700",
  display: "swap",
  variable: "--font-bricolage",
  adjustFontFallback: false,
})

const bricolageLatin = localFont({
  src: "../lib/generated/fonts/bricolage-latin.woff2",
  weight: "700",
  display: "swap",
  preload: false,
  variable: "--font-bricolage-latin",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+A1,U+A3-B0,U+B2-B6,U+B8-D6,U+D8-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-2012,U+2015-2017,U+201A-201B,U+201E-201F,U+2021,U+2023-2025,U+2027-206F,U+20AC,U+2122,U+2215,U+FEFF,U+FFFD",
    },
  ],
})

/** Class names that define the families' variables. */
export const fontVariables = [
  geist,
  geistLatin,
  geistLatinExtended,
  geistCyrillic,
  bricolage,
  bricolageLatin,
]
  .map(({ variable }) => variable)
  .join(" ")
