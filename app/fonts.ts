import { GeistSans } from "geist/font/sans"
import localFont from "next/font/local"

/** Headings. */
const bricolage = localFont({
  src: "../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
  weight: "200 800",
  display: "swap",
  variable: "--font-bricolage",
  adjustFontFallback: "Arial",
})

/** Class names that define the families' variables. */
export const fontVariables = `${bricolage.variable} ${GeistSans.variable}`
