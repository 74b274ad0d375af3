/** Stored in cookies; the first value of each is what a browser without one has. */
export const themes = ["system", "light", "dark"] as const
export const palettes = ["classic", "clear"] as const
export type Theme = (typeof themes)[number]
export type Palette = (typeof palettes)[number]

export const THEME_COOKIE = "atoll_theme"
export const PALETTE_COOKIE = "atoll_palette"

/** An unknown or missing value follows the system. */
export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "system"
}

/** `clear` is safe for every kind of colour vision. */
export function parsePalette(value: string | undefined): Palette {
  return palettes.find((palette) => palette === value) ?? "classic"
}

/** Set once the onboarding is completed or dismissed. */
export const ONBOARDING_COOKIE = "atoll_started"

/** The colour of the browser's toolbar: `--surface` of both themes. */
export const THEME_COLORS = { light: "#ffffff", dark: "#0a222d" } as const
