import type { Page } from "@playwright/test"

/** From now on it is known which scripts the page asks for; the call tells whether one looks for wallets. */
export function watchForWalletCode(page: Page) {
  const scripts = new Set<string>()
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url())
  })
  return async () => {
    const texts = [...scripts].map(async (url) => (await page.request.get(url)).text())
    return (await Promise.all(texts)).some((text) => text.includes("eip6963:requestProvider"))
  }
}

/** What comes by itself comes when the page is idle; the news of others keep the network busy. */
export const untilIdle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => requestIdleCallback(done))
  })
