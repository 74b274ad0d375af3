import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { lucideNames } from "@/components/ui/icon-names"
import { createIconStyles } from "@/scripts/icon-styles"

test("the style sheet of the icons is the one that their names make", async () => {
  const styles = await createIconStyles()
  expect(readFileSync("app/icons.css", "utf8")).toBe(styles)
  for (const name of Object.keys(lucideNames)) expect(styles).toContain(`.i-${name} {`)
})
