import { describe, expect, test } from "vitest"
import { parsePalette, parseTheme } from "@/lib/pages/theme"

describe("the chosen look", () => {
  test.each([
    ["dark", "dark"],
    ["light", "light"],
    ["system", "system"],
    ["sepia", "system"],
    [undefined, "system"],
  ])("the theme cookie %j means %s", (cookie, theme) => {
    expect(parseTheme(cookie)).toBe(theme)
  })

  test.each([
    ["clear", "clear"],
    ["classic", "classic"],
    ["<script>", "classic"],
    [undefined, "classic"],
  ])("the palette cookie %j means %s", (cookie, palette) => {
    expect(parsePalette(cookie)).toBe(palette)
  })
})
