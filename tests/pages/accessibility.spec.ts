import path from "node:path"
import type { Page } from "@playwright/test"
import { isDeep } from "@/tests/helpers/deep"
import { violations } from "./helpers/axe"
import { brokenWords } from "./helpers/broken-words"
import { faintTexts } from "./helpers/contrast"
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
for (const [index, sight] of pageStates.entries()) {
  const tag = tagOf(sight, index)
  test(`${sight.name} is for everybody, on phones too`, { tag }, async ({
    page,
    expectedNoise,
  }) => {
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
      await softly.poll(() => brokenWords(page), `${sight.name}: words of two lines`).toEqual([])
      await expectClearEnd(page, sight.name)
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.setViewportSize(DESKTOP)
      if (isDeep) await openStill(page, sight, address)
      await judge(page, `${sight.name} on a desktop`)
    } finally {
      await sight.cleanUp?.()
    }
  })
}

/** Of the pages that are not like others every run takes the first two. */
function tagOf({ isLike }: PageState, index: number) {
  if (isLike) return "@deep"
  return index < 2 ? [] : "@long"
}

/** Nothing covers the last of the page when it is scrolled to its end, such as the bars below. */
async function expectClearEnd(page: Page, name: string) {
  const last = page.getByRole("contentinfo").locator("a:visible, button:visible").last()
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const isClear = await last.evaluate((element) => {
      const { left, top, bottom, width } = element.getBoundingClientRect()
      return [top + 2, bottom - 2].every((y) =>
        element.contains(document.elementFromPoint(left + width / 2, y)),
      )
    })
    expect(isClear, `${name} hides its end`).toBe(true)
  }).toPass({ timeout: 20_000 })
}

/** Looks again at what only passes by while the page is read again. */
const softly = expect.configure({ soft: true })

/**
 * Everything is judged in one go, so that one run tells all that is wrong. Both widths have the same elements, and
 * the theme changes colours alone: without --deep axe looks at the phone in the light, and a walk over the words, which
 * takes a tenth of the time, at the colours of both themes.
 */
async function judge(page: Page, where: string) {
  await softly
    .poll(() => horizontalOverflow(page), `${where} scrolls sideways`)
    .toBeLessThanOrEqual(0)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    expect.soft(await faintTexts(page), `${where}, ${theme}`).toEqual([])
    const isFirst = theme === "light" && where.endsWith("phone")
    if (!isDeep && !isFirst) continue
    const rules = theme === "dark" ? ["color-contrast"] : undefined
    const except = isDeep ? [] : ["color-contrast"]
    expect.soft(await violations(page, { rules, except }), `${where}, ${theme}`).toEqual([])
    if (!isDeep) continue
    const name = `${where.replaceAll(" ", "-")}-${theme}.png`
    await page.screenshot({ path: path.join(SCREENS, name), fullPage: true })
  }
  await page.emulateMedia({ colorScheme: "light" })
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
