import {
  ONBOARDING_COOKIE,
  PALETTE_COOKIE,
  palettes,
  THEME_COLORS,
  THEME_COOKIE,
  themes,
} from "./theme"

const values = JSON.stringify({ theme: themes, palette: palettes })
const cookies = JSON.stringify({ theme: THEME_COOKIE, palette: PALETTE_COOKIE })

/**
 * Runs in the browser before the first paint. A document is the same for everybody; what this browser has chosen is in
 * its cookies, and becomes attributes of `<html>`. The default of each choice has none.
 */
export const firstPaintScript = `{
const cookies = Object.fromEntries(document.cookie.split("; ").map((pair) => pair.split("=")))
const { dataset } = document.documentElement
const values = ${values}
for (const [name, cookie] of Object.entries(${cookies})) {
  if (values[name].indexOf(cookies[cookie]) > 0) dataset[name] = cookies[cookie]
}
if ("${ONBOARDING_COOKIE}" in cookies) dataset.started = ""
const color = ${JSON.stringify(THEME_COLORS)}[dataset.theme]
if (color) {
  const meta = document.createElement("meta")
  meta.name = "theme-color"
  meta.content = color
  document.head.prepend(meta)
}
}`
