import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"
import { USERNAME_PATTERN } from "@/lib/profiles/validation"
import { LAST_ADDRESS_KEY, LAST_PROFILE_KEY } from "./pages/last-wallet-keys"
import {
  ONBOARDING_COOKIE,
  PALETTE_COOKIE,
  palettes,
  THEME_COLORS,
  THEME_COOKIE,
  themes,
} from "./pages/theme"

const values = JSON.stringify({ theme: themes, palette: palettes })
const cookies = JSON.stringify({ theme: THEME_COOKIE, palette: PALETTE_COOKIE })

/**
 * Runs in the browser before the first paint. A document is the same for everybody; what this browser has chosen is in
 * its cookies, and becomes attributes of `<html>`. The default of each choice has none. The wallet that was connected last
 * is in the local storage; `--wallet` is its label in the header until React takes over.
 */
export const firstPaintScript = `{
const cookies = Object.fromEntries(document.cookie.split("; ").map((pair) => pair.split("=")))
const { dataset, style } = document.documentElement
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
try {
  const address = localStorage.getItem("${LAST_ADDRESS_KEY}")
  if (${LOWERCASE_ADDRESS_PATTERN}.test(address)) {
    const [owner, username] = (localStorage.getItem("${LAST_PROFILE_KEY}") ?? "").split(" ")
    const hasName = owner === address && ${USERNAME_PATTERN}.test(username)
    const label = hasName ? username : address.slice(0, 6) + "\\u2026" + address.slice(-4)
    style.setProperty("--wallet", JSON.stringify(label))
    dataset.wallet = hasName ? "name" : "address"
  }
} catch {
  // The browser forbids storage.
}
}`
