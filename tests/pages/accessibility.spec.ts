import path from "node:path"
import AxeBuilder from "@axe-core/playwright"
import type { Page, Request } from "@playwright/test"
import { layoutShifts, recordLayoutShifts } from "./helpers/layout-shifts"
import { type PageState, pageStates } from "./helpers/page-states"
import { horizontalOverflow } from "./helpers/scrolling"
import { smallTargets } from "./helpers/target-size"
import { expect, test } from "./helpers/test"

const WIDTHS = [360, 1280] as const
const THEMES = ["light", "dark"] as const
const MOST_SHIFT = 0.02
const SCREENS = path.resolve(import.meta.dirname, "../../test-results/screens")

// Colours are judged where they end, not on their way.
test.use({ contextOptions: { reducedMotion: "reduce" } })

for (const sight of pageStates) {
  test(`${sight.name} is for everybody, on phones too`, async ({ page, expectedNoise }) => {
    test.setTimeout(240_000)
    expectedNoise.push(...(sight.expectedErrors ?? []))
    const address = typeof sight.path === "string" ? sight.path : await sight.path()
    await recordLayoutShifts(page)
    try {
      for (const width of WIDTHS) await judge(page, { sight, address, width })
    } finally {
      await sight.cleanUp?.()
    }
  })
}

/** Looks again at what only passes by while the page is read again. */
const softly = expect.configure({ soft: true })

type Look = { sight: PageState; address: string; width: (typeof WIDTHS)[number] }

/** Everything is judged in one go, so that one run tells all that is wrong. */
async function judge(page: Page, { sight, address, width }: Look) {
  const where = `${sight.name} at ${width} px`
  await page.setViewportSize({ width, height: width < 500 ? 740 : 860 })
  await page.emulateMedia({ colorScheme: "light" })
  const moved = await opened(page, { sight, address, width })
  const most = sight.mayShift ? Number.POSITIVE_INFINITY : MOST_SHIFT
  expect.soft(moved.sum, `${where} moves: ${moved.seen.join("\n")}`).toBeLessThan(most)
  await softly
    .poll(() => horizontalOverflow(page), `${where} scrolls sideways`)
    .toBeLessThanOrEqual(0)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    expect.soft(await violations(page), `${where}, ${theme}`).toEqual([])
    await page.screenshot({
      path: path.join(SCREENS, `${sight.name}-${theme}-${width}.png`),
      fullPage: true,
    })
  }
  if (width >= 500) return
  const message = `${where}: targets`
  await softly.poll(() => smallTargets(page), { message, timeout: 60_000 }).toEqual([])
}

const OPENINGS = 3

/**
 * Opens the page and answers how much of it moved. Lists move, too, when others launch and trade at that moment:
 * a page that has moved and was read again meanwhile is opened anew.
 */
async function opened(page: Page, { sight, address }: Look) {
  let isReadAgain = false
  const note = (request: Request) => {
    isReadAgain ||= new URL(request.url()).searchParams.has("_rsc")
  }
  page.on("request", note)
  for (let opening = 1; ; opening++) {
    isReadAgain = false
    await page.goto(address)
    await settled(page, sight)
    await sight.ready?.(page)
    const moved = await layoutShifts(page)
    if (moved.sum < MOST_SHIFT || !isReadAgain || opening === OPENINGS) {
      page.off("request", note)
      return moved
    }
  }
}

/** All parts have come, and the page knows how fresh it is. */
async function settled(page: Page, { keepsSkeletons }: PageState) {
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block/)
  if (!keepsSkeletons) await expect(page.locator("main .animate-breathe:visible")).toHaveCount(0)
}

async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze()
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} (${target.join(" ")}) ${any[0]?.message ?? ""}`),
  )
}
