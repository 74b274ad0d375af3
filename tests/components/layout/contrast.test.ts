import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

const css = readFileSync("app/globals.css", "utf8")

type Theme = "light" | "dark"

/** The tokens of a rule as they apply in a theme. */
function tokensOf(rule: string, theme: Theme) {
  const body = css.slice(css.indexOf(`${rule} {`)).split("}")[0] ?? ""
  const pairs = body.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)
  return new Map(
    [...pairs].map(([, name, light, dark]) => [name, theme === "light" ? light : dark]),
  )
}

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string) {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const texts: [text: string, ground: string][] = [
  ...["ink", "muted", "accent", "kelp", "coral", "sand"].flatMap((text) =>
    ["water", "surface"].map((ground): [string, string] => [text, ground]),
  ),
  ["ink", "sunken"],
  ["muted", "sunken"],
  ["on-accent", "accent"],
  ["on-deep", "deep"],
  ["on-deep-muted", "deep-end"],
  ["accent", "accent-soft"],
  ["kelp", "kelp-soft"],
  ["coral", "coral-soft"],
  ["sand", "sand-soft"],
]

const looks: [theme: Theme, palette: string][] = [
  ["light", "classic"],
  ["dark", "classic"],
  ["light", "clear"],
  ["dark", "clear"],
]

describe.each(looks)("the %s theme with the %s palette", (theme, palette) => {
  const tokens = tokensOf(":root", theme)
  if (palette === "clear") {
    for (const [name, value] of tokensOf(':root[data-palette="clear"]', theme)) {
      tokens.set(name, value)
    }
  }
  const colour = (name: string) => tokens.get(name) ?? `missing ${name}`

  test.each(texts)("%s can be read on %s", (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(["kelp", "coral", "accent", "line-strong"])("%s stands out as a line", (line) => {
    expect(contrast(colour(line), colour("surface"))).toBeGreaterThanOrEqual(3)
  })
})
