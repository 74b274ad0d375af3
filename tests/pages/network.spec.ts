import type { Page } from "@playwright/test"
import { freshAccount, launchToken } from "./helpers/chain"
import { layoutShifts, recordLayoutShifts } from "./helpers/layout-shifts"
import { marketOf } from "./helpers/page-states"
import { connect, deepTest, expect, test } from "./helpers/test"

// As most people see it at first: with everything that moves, and with nothing kept of an earlier visit.
test.use({ contextOptions: { reducedMotion: "no-preference" }, reuseContext: false })

const KILOBYTE = 1024

/** A phone at the edge of its network. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 60 * KILOBYTE,
    uploadThroughput: 30 * KILOBYTE,
  })
}

/** One that nobody trades meanwhile: what others do would take its share of the line, and of the layout. */
async function newToken() {
  return `/tokens/${await launchToken(await freshAccount(), { symbol: "CORAL" })}`
}

const tickets = [
  {
    name: "a token",
    path: newToken,
    expectShown: (page: Page) => expect(page.getByTestId("price")).toHaveText(/\$\d/),
  },
  {
    name: "a market",
    path: () => marketOf("LAGOON"),
    expectShown: (page: Page) => expect(page.locator("main h1")).toBeVisible(),
  },
]

for (const [at, { name, path, expectShown }] of tickets.entries()) {
  const once = at === 0 ? test : deepTest
  once(
    `a slow network shows ${name} first, and what comes later moves nothing`,
    async ({ page }) => {
      await recordLayoutShifts(page)
      const address = await path()
      await slowDown(page)
      await page.goto(address, { waitUntil: "commit" })
      await expectShown(page)
      const shell = page.getByTestId("ticket-shell")
      await expect(shell).toBeVisible()
      // Everything for the ticket comes through the narrow line first.
      await expect(shell).toBeHidden({ timeout: 60_000 })
      await expect(page.getByLabel("You pay")).toBeEnabled()
      const { sum, seen } = await layoutShifts(page)
      expect(sum, seen.join("\n")).toBeLessThan(0.02)
    },
  )
}

deepTest("pressing twice on a slow network sends once", async ({ page, wallet }) => {
  await page.goto("/faucet")
  await connect(page, wallet)
  await expect(page.getByRole("button", { name: "Claim 100 USDB" })).toBeEnabled()
  await slowDown(page)
  await page.getByRole("button", { name: "Claim 100 USDB" }).dblclick()
  await expect(page.getByText("100 USDB claimed")).toBeVisible()
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(1)
})

test("says that the connection is lost, keeps the data in view, and recovers", {
  tag: "@long",
}, async ({ page, context, expectedNoise }) => {
  expectedNoise.push(/ERR_INTERNET_DISCONNECTED/)
  await page.goto(await newToken())
  const price = await page.getByTestId("price").textContent()
  await context.setOffline(true)
  const bar = page.getByTestId("stale-bar")
  await expect(bar).toContainText("Connection lost. Reconnecting…")
  await expect(bar).toContainText(/Last updated/)
  await expect(page.getByTestId("price")).toHaveText(price ?? "")
  await context.setOffline(false)
  await expect(bar).toBeHidden()
})
