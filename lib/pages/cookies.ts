import { PALETTE_COOKIE, parsePalette, parseTheme, THEME_COOKIE } from "./theme"

/** Set once the onboarding is completed or dismissed; the server then leaves it out. */
export const ONBOARDING_COOKIE = "atoll_started"

/** Only the home page reads it. */
const ONBOARDING_PATH = "/"

/**
 * The cookies that a rendering reads, in one spelling for all requests that get the same page. No other cookie reaches
 * a cached rendering: no session, no key.
 */
export function pageCookies(header: string | undefined, pathname: string): string {
  const cookies = parseCookies(header ?? "")
  const theme = parseTheme(cookies.get(THEME_COOKIE))
  const palette = parsePalette(cookies.get(PALETTE_COOKIE))
  return [
    theme !== "system" && `${THEME_COOKIE}=${theme}`,
    palette !== "classic" && `${PALETTE_COOKIE}=${palette}`,
    pathname === ONBOARDING_PATH && cookies.has(ONBOARDING_COOKIE) && `${ONBOARDING_COOKIE}=1`,
  ]
    .filter(Boolean)
    .join("; ")
}

/** Parses like the framework: of two cookies with one name, the later counts. */
function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(/; */)) {
    const at = pair.indexOf("=")
    if (at > 0) cookies.set(pair.slice(0, at), pair.slice(at + 1))
    else if (pair !== "") cookies.set(pair, "true")
  }
  return cookies
}
