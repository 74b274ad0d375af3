import path from "node:path"
import { freePort } from "@/scripts/local/anvil"
import { startService } from "@/scripts/local/service"
import { stack } from "./helpers/stack"
import { deepTest, expect } from "./helpers/test"

const BUILT = ".data/test/next/standalone/server.js"

deepTest(
  "says in the answer itself that the database is away, and reads it again on request",
  async ({ page, request, expectedNoise }) => {
    expectedNoise.push(/503 \(Service Unavailable\)/, /React error #441/)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const server = startService({
      name: "web server",
      args: [path.resolve(BUILT)],
      cwd: process.cwd(),
      env: {
        ...process.env,
        NODE_ENV: "production",
        HOSTNAME: "127.0.0.1",
        PORT: `${port}`,
        BASE_URL: url,
        SESSION_SECRET: "of a server that signs nobody in, but needs one",
        TOKEN_ENCRYPTION_KEY: "of a server that links nobody, but needs one",
        RPC_URL: stack.rpcUrl,
        PUBLIC_RPC_URL: stack.rpcUrl,
        CHAIN_ID: `${stack.chainId}`,
        CONTRACTS: JSON.stringify(stack.contracts),
        // Nothing listens there.
        DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none`,
      },
      log: path.resolve(".data/test/logs/database-away.log"),
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
      await server.stop()
    }
  },
)

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )
