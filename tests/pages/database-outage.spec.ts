import { freePort } from "@/scripts/local/anvil"
import { deepTest, expect } from "./helpers/test"
import { startWeb } from "./helpers/web-servers"

const BUILT = ".data/test/next/standalone/server.js"

deepTest(
  "says in the answer itself that the database is away, and reads it again on request",
  async ({ page, request, expectedNoise }) => {
    expectedNoise.push(/503 \(Service Unavailable\)/, /React error #441/)
    const { url, stop } = await startWeb("database-away", [BUILT], {
      // Nothing listens there.
      DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none`,
    })
    try {
      await expect.poll(() => statusOf(`${url}/api/health`), { timeout: 60_000 }).toBe(503)
      const response = await request.get(`${url}/launchpad`)
      expect(response.status()).toBe(503)
      expect(response.headers()["retry-after"]).toBe("5")
      const document = (await response.text()).replace(/<script.*?<\/script>/gs, "")
      expect(document).toContain("<h1>Atoll is temporarily unavailable</h1>")
      await page.goto(`${url}/launchpad`, { waitUntil: "load" })
      await expect(
        page.getByRole("heading", { name: "This page could not be shown" }),
      ).toBeVisible()
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible()
    } finally {
      // The page asks for the health of the service meanwhile.
      expectedNoise.push(/ERR_CONNECTION_REFUSED \(.*\/api\/health\)/)
      await stop()
    }
  },
)

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )
