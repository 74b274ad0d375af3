import type { Page } from "@playwright/test"

/** A word no other test uses: tests share one list of tokens. */
export function uniqueWord() {
  return `q${crypto.randomUUID().replaceAll("-", "").slice(0, 10)}`
}

/** How far the page can be scrolled sideways, in pixels. */
export function horizontalOverflow(page: { evaluate: (read: () => number) => Promise<number> }) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/**
 * Answers what tells where the page was scrolled to when it was pressed last: a press may scroll by itself,
 * and a turned wheel goes on for a while.
 */
export async function scrollPositionAtClick(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const note = () => Reflect.set(window, "placeOfPress", window.scrollY)
    document.addEventListener("click", note, { capture: true })
  })
  return async () => {
    const place: unknown = await page.evaluate(() => Reflect.get(window, "placeOfPress"))
    if (typeof place !== "number") throw new Error("Nothing was pressed, or the page was left")
    return place
  }
}
