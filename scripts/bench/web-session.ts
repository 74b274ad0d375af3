import { chromium, devices, type Page } from "@playwright/test"

/** Shorter interactions are not reported by browsers. */
const SHORTEST_MS = 16

/** A phone of the middle class is about four times slower than this machine. */
const SLOWDOWN = 4
/** With a touch screen: on one, charts are not loaded before they are touched. */
const PHONE = devices["Pixel 7"]

/**
 * What somebody does on the pages for a minute: the longest time in ms from a touch or key to the next paint. One that
 * stays below what browsers report counts as that.
 */
export async function measureInteractions(url: string, executablePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const page = await browser.newPage(PHONE)
    const session = await page.context().newCDPSession(page)
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN })
    const delays: number[] = []
    await page.exposeFunction("reportInteraction", (milliseconds: number) => {
      delays.push(milliseconds)
    })
    await page.addInitScript(observeInteractions, SHORTEST_MS)
    await visitPages(page, url)
    return Math.max(SHORTEST_MS, ...delays)
  } finally {
    await browser.close()
  }
}

/** Runs in the browser. */
function observeInteractions(shortest: number) {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!Reflect.get(entry, "interactionId")) continue
      Reflect.get(window, "reportInteraction")(entry.duration)
    }
  })
  const options = { type: "event", buffered: true, durationThreshold: shortest }
  observer.observe(options)
}

async function visitPages(page: Page, url: string) {
  await page.goto(url, { waitUntil: "load" })
  await page.keyboard.press("Control+k")
  const search = page.getByRole("dialog", { name: "Search" })
  await search.getByRole("combobox").pressSequentially("tide", { delay: 80 })
  await page.keyboard.press("Escape")
  for (const path of ["/markets", "/launchpad", "/reef"]) {
    await page.locator(`a[href="${path}"]:visible`).first().tap()
    await page.waitForURL(`**${path}`)
    await page.mouse.wheel(0, 1_500)
    await page.waitForTimeout(500)
  }
  await page.goto(`${url}/launchpad`, { waitUntil: "load" })
  await page.locator('main a[href^="/tokens/"]:visible').first().tap()
  await page.waitForURL("**/tokens/**")
  await page.locator("main button:visible").first().tap()
  // The last entries are told after the paint.
  await page.waitForTimeout(1_000)
}
