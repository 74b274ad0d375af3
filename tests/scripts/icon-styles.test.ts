import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { lucideNames } from "@/components/ui/icon-names"
import { createIcons } from "@/scripts/icon-styles"

test("the picture and the style sheet of the icons are those that their names make", () => {
  const { picture, styles } = createIcons()
  expect(readFileSync("app/icons.css", "utf8")).toBe(styles)
  expect(readFileSync("app/icons.svg", "utf8")).toBe(picture)
  for (const name of Object.keys(lucideNames)) expect(styles).toContain(`.i-${name} {`)
})
