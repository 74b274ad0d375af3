import type { Page } from "@playwright/test"

/** From now on the page adds up how much of it moves without being asked to. */
export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    let sum = 0
    Reflect.set(window, "layoutShifts", () => ({ sum, seen }))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, "hadRecentInput")) continue
        sum += Number(Reflect.get(entry, "value"))
        const sources: unknown[] = Reflect.get(entry, "sources") ?? []
        for (const source of sources) {
          const node: unknown = Reflect.get(Object(source), "node")
          if (node instanceof HTMLElement) seen.push(node.outerHTML.slice(0, 120))
        }
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
}

/** What has moved: all of it, though browsers count the worst five seconds alone. */
export function layoutShifts(page: Page): Promise<{ sum: number; seen: string[] }> {
  return page.evaluate(() => {
    const read: unknown = Reflect.get(window, "layoutShifts")
    if (typeof read !== "function") throw new Error("Nobody watches the layout of this page")
    return read()
  })
}
