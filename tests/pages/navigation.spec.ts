import { contracts } from "./helpers/chain"
import { horizontalOverflow, scrollPositionAtClick } from "./helpers/scrolling"
import { deepTest, expect, test } from "./helpers/test"

const TOKEN = `/tokens/${contracts.mainToken}`

test("a link leads to the very view it was copied from", { tag: "@long" }, async ({ page }) => {
  await page.goto(`${TOKEN}?interval=1d`)
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Tide")
  await expect(page).toHaveURL(/interval=1d/)
  await expect(
    page.locator("[aria-current=true], [aria-current=page]").filter({ hasText: /^1d$/ }),
  ).toBeVisible()
  await page.goto("/launch?step=market")
  await expect(page.getByRole("heading", { name: "Pool", exact: true })).toBeVisible()
  await page.goto("/search?q=harbor")
  await expect(page.getByRole("main").getByText("Harbor Reserve").first()).toBeVisible()
})

test("back and forward go through the pages and return to where they were read", {
  tag: "@long",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto("/launchpad?view=table&search=harbor")
  await page.evaluate(() => window.scrollTo(0, 100))
  const place = await scrollPositionAtClick(page)
  await page.getByRole("link", { name: "Harbor Reserve" }).first().click()
  // The page must be long enough for a place to return to.
  expect(await place()).toBeGreaterThan(0)
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Harbor Reserve")
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/launchpad\?view=table&search=harbor$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(await place())
  await page.goForward()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Harbor Reserve")
})

for (const [screen, width] of [
  ["a phone", 360],
  ["a tablet", 1024],
  ["a desktop", 1280],
] as const) {
  const run = screen === "a phone" ? test : deepTest
  run(
    `agents and the leaderboard are in the navigation of ${screen}, by keyboard`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 740 })
      await page.goto("/")
      const more = page.getByRole("navigation", { name: "Main" }).getByText("More", { exact: true })
      const agents = page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "Agents" })
      await expect(agents).toBeHidden()
      await more.focus()
      await page.keyboard.press("Enter")
      await expect(agents).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(agents).toBeHidden()
      await page.keyboard.press("Enter")
      await agents.focus()
      await page.keyboard.press("Enter")
      await expect(page).toHaveURL(/\/agents$/)
      await expect(agents).toBeHidden()
      await more.click()
      await expect(agents).toHaveAttribute("aria-current", "page")
      expect(await horizontalOverflow(page)).toBe(0)
      await page.getByRole("heading", { level: 1 }).click()
      await expect(agents).toBeHidden()
    },
  )
}
