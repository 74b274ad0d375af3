/** Stored in cookies, so that the server renders the chosen theme. */
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

/** Attributes of `<html>`; none for the defaults. */
export function themeAttributes(theme: Theme, palette: Palette) {
  return {
    ...(theme !== "system" && { "data-theme": theme }),
    ...(palette !== "classic" && { "data-palette": palette }),
  }
}
