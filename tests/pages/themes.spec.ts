import type { Page } from "@playwright/test"
import { THEME_COOKIE } from "@/lib/pages/theme"
import { stack } from "./helpers/stack"
import { deepTest, expect, test, waitForHydration } from "./helpers/test"

/** `--water` of both themes. */
const WATER = { light: "rgb(238, 244, 245)", dark: "rgb(4, 20, 28)" } as const

/** The colour of the bars in both themes. */
const BARS = { light: "#ffffff", dark: "#0a222d" } as const

const water = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const themeSwitch = (page: Page) => page.getByRole("button", { name: /^Theme: / }).first()

/** From the system's theme to light, and on to dark. */
async function chooseDark(page: Page) {
  await expect(themeSwitch(page)).toHaveAccessibleName(/^Theme: system/)
  await themeSwitch(page).click()
  await expect(themeSwitch(page)).toHaveAccessibleName(/^Theme: light/)
  await themeSwitch(page).click()
  await expect(themeSwitch(page)).toHaveAccessibleName(/^Theme: dark/)
}

test("follows the system until a theme is chosen, and then keeps it", { tag: "@long" }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" })
  await page.goto("/faucet")
  expect(await water(page)).toBe(WATER.dark)
  await page.emulateMedia({ colorScheme: "light" })
  await expect.poll(() => water(page)).toBe(WATER.light)

  await chooseDark(page)
  await expect.poll(() => water(page)).toBe(WATER.dark)
  await page.reload()
  expect(await water(page)).toBe(WATER.dark)
  await expect(themeSwitch(page)).toHaveAccessibleName(/^Theme: dark/)
})

deepTest("a change shows in every open tab", async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: "light" })
  const other = await context.newPage()
  await other.goto("/faucet")
  await waitForHydration(other)
  await page.goto("/account")
  await chooseDark(page)
  await expect.poll(() => water(other)).toBe(WATER.dark)
  await other.close()
})

for (const theme of ["light", "dark"] as const) {
  const opposite = theme === "dark" ? "light" : "dark"
  test(`the first paint is ${theme} on a ${opposite} system when that was chosen`, async ({
    page,
    context,
    expectedNoise,
  }) => {
    // None of the files that the page loads takes part.
    expectedNoise.push(/Failed to load resource/)
    await page.route("**/_next/static/**/*.js", (route) => route.abort())
    await context.addCookies([{ name: THEME_COOKIE, value: theme, url: stack.url }])
    await page.emulateMedia({ colorScheme: opposite })
    await page.goto("/", { waitUntil: "load" })
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme)
    expect(await water(page)).toBe(WATER[theme])
    // The browser's own bars have it, too.
    await expect(page.locator("meta[name=theme-color]").first()).toHaveAttribute(
      "content",
      BARS[theme],
    )
  })
}
