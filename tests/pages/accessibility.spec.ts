import path from "node:path"
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { isDeep } from "@/tests/helpers/deep"
import { layoutShifts, recordLayoutShifts } from "./helpers/layout-shifts"
import { type PageState, pageStates } from "./helpers/page-states"
import { horizontalOverflow } from "./helpers/scrolling"
import { smallTargets } from "./helpers/target-size"
import { expect, test } from "./helpers/test"

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 860 }
const THEMES = ["light", "dark"] as const
const MAX_SHIFT = 0.02
const SCREENS = path.resolve(import.meta.dirname, "../../test-results/screens")

/**
 * Each page is opened once, on a phone, and seen there in both themes; then the window is widened. With --deep
 * it is opened at each width, so that what moves while it loads is measured there, too, and photographed.
 */
for (const sight of pageStates) {
  test(`${sight.name} is for everybody, on phones too`, async ({ page, expectedNoise }) => {
    test.setTimeout(240_000)
    expectedNoise.push(...(sight.expectedErrors ?? []))
    const address = typeof sight.path === "string" ? sight.path : await sight.path()
    await recordLayoutShifts(page)
    try {
      await page.setViewportSize(PHONE)
      await openStill(page, sight, address)
      await judge(page, `${sight.name} on a phone`)
      expect.soft(await movingParts(page), `${sight.name} moves by itself`).toEqual([])
      const message = `${sight.name}: targets`
      await softly.poll(() => smallTargets(page), { message, timeout: 60_000 }).toEqual([])
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.setViewportSize(DESKTOP)
      if (isDeep) await openStill(page, sight, address)
      await judge(page, `${sight.name} on a desktop`)
    } finally {
      await sight.cleanUp?.()
    }
  })
}

/** Looks again at what only passes by while the page is read again. */
const softly = expect.configure({ soft: true })

/** Everything is judged in one go, so that one run tells all that is wrong. */
async function judge(page: Page, where: string) {
  await softly
    .poll(() => horizontalOverflow(page), `${where} scrolls sideways`)
    .toBeLessThanOrEqual(0)
  // Both widths have the same elements and colours: without --deep a desktop is judged for the dark ones only.
  const isPhone = where.endsWith("phone")
  const themes = isDeep ? THEMES : ([isPhone ? "light" : "dark"] as const)
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    // The theme changes colours alone.
    const rules = theme === "light" ? undefined : ["color-contrast"]
    expect.soft(await violations(page, rules), `${where}, ${theme}`).toEqual([])
    if (!isDeep) continue
    const name = `${where.replaceAll(" ", "-")}-${theme}.png`
    await page.screenshot({ path: path.join(SCREENS, name), fullPage: true })
  }
}

const OPENINGS = 3

/**
 * Opens the page and measures how much of it moved. A page also moves when its list changes at that moment or its
 * font comes late on a busy machine; what moves every time is the page's own.
 */
async function openStill(page: Page, sight: PageState, address: string) {
  await page.emulateMedia({ colorScheme: "light" })
  const most = sight.mayShift ? Number.POSITIVE_INFINITY : MAX_SHIFT
  let moved = await open()
  for (let opening = 1; moved.sum >= most && opening < OPENINGS; opening++) moved = await open()
  expect.soft(moved.sum, `${sight.name} moves: ${moved.seen.join("\n")}`).toBeLessThan(most)

  async function open() {
    await page.goto(address)
    await waitUntilLoaded(page, sight)
    await sight.ready?.(page)
    return layoutShifts(page)
  }
}

/** All parts have come, and the page knows how fresh it is. */
async function waitUntilLoaded(page: Page, { keepsSkeletons }: PageState) {
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block [\d,]+$/)
  if (!keepsSkeletons) await expect(page.locator("main .animate-breathe:visible")).toHaveCount(0)
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

async function violations(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    // Without a page of its own to gather the results of frames: there are none.
    .setLegacyMode()
  const { violations: found } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze()
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} (${target.join(" ")}) ${any[0]?.message ?? ""}`),
  )
}

/** Nothing moves for who asked for it, except for an instant. */
function movingParts(page: Page) {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { effect, playState } = animation
      const { duration, iterations } = effect?.getComputedTiming() ?? {}
      const isLong = typeof duration !== "number" || duration > 10 || iterations !== 1
      const target = effect instanceof KeyframeEffect ? effect.target?.outerHTML : undefined
      return playState === "running" && isLong ? [target?.slice(0, 160) ?? "?"] : []
    }),
  )
}
