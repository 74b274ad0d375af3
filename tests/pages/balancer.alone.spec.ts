import { freePort } from "@/scripts/local/anvil"
import { hasHaproxy, startHaproxy } from "@/tests/helpers/haproxy"
import { stopDatabase } from "./helpers/database"
import { expect, test } from "./helpers/test"
import { startWeb } from "./helpers/web-servers"

const BUILT = ".data/test/next/standalone/server.js"

/** Longer than a web server waits for the database. */
const AWAY_MS = 30_000

test("behind HAProxy an open page outlives the database and the web servers", {
  tag: "@long",
}, async ({ page, expectedNoise }) => {
  test.skip(!hasHaproxy, "SKIPPED: there is no HAProxy here")
  test.setTimeout(240_000)
  expectedNoise.push(/50[0-9] \(/, /ERR_/, /Failed to fetch/)
  const port = await freePort()
  const place = `127.0.0.1:${port}`
  const haproxy = await startHaproxy([place, place, place])
  const start = () =>
    startWeb("behind-haproxy", [BUILT], { PORT: `${port}`, BASE_URL: haproxy.url })
  let web = await start()
  try {
    await haproxy.untilActive(3)
    await page.goto(`${haproxy.url}/docs/design`)
    const visit = async (name: string) => {
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click()
    }
    // Another document would lack it.
    await page.evaluate(() => {
      document.documentElement.dataset.document = "first"
    })
    const isFirst = () => page.evaluate(() => document.documentElement.dataset.document === "first")

    const startDatabase = await stopDatabase()
    try {
      await visit("Markets")
      await page.waitForTimeout(AWAY_MS)
      expect([page.url(), await isFirst()]).toEqual([`${haproxy.url}/docs/design`, true])
    } finally {
      await startDatabase()
    }
    await expect(page).toHaveURL(`${haproxy.url}/markets`, { timeout: 30_000 })
    expect(await isFirst()).toBe(true)

    await web.stop()
    await visit("Launchpad")
    await page.waitForTimeout(5_000)
    expect([page.url(), await isFirst()]).toEqual([`${haproxy.url}/markets`, true])
    web = await start()
    await expect(page).toHaveURL(`${haproxy.url}/launchpad`, { timeout: 60_000 })
    expect(await isFirst()).toBe(true)
  } finally {
    await web.stop()
    await haproxy.stop()
  }
})
