import { existsSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chromium } from "@playwright/test"
import { afterAll, expect, test } from "vitest"
import * as postRoute from "@/app/api/reef/post/route"
import * as streamRoute from "@/app/api/v1/stream/route"
import { getHub } from "@/lib/streams/hub"
import { createServer } from "@/server/http-server"
import { answerRoutes } from "@/server/routes"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import { isDeep } from "@/tests/helpers/deep"

/** As the browser tests find it. */
const SYSTEM_CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]

afterAll(() => getHub().close())

const write = async (title: string) => {
  const { key } = await createApiKey()
  const body = { section: "mixed", title }
  expect((await call(postRoute, { method: "POST", as: { key }, body })).status).toBe(201)
}

async function listen(server: ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test("a preflight allows what clients of streams send", async () => {
  const headers = { "access-control-request-method": "GET", origin: "https://elsewhere.example" }
  const { headers: allowed } = await call(streamRoute, { method: "OPTIONS", headers })
  const names = allowed.get("access-control-allow-headers")?.split(", ")
  expect(names).toEqual(
    expect.arrayContaining(["Authorization", "Cache-Control", "Last-Event-ID", "X-API-Key"]),
  )
})

// What a real browser lets pass is shown by one alone.
test.runIf(isDeep)("a page of another origin resumes a stream in a browser", async () => {
  const service = createServer(async () => {}, [answerRoutes([["/api/v1/stream", streamRoute]])])
  const elsewhere = createHttpServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end("<title>Elsewhere</title>")
  })
  const [url, origin] = await Promise.all([listen(service), listen(elsewhere)])
  const executablePath = process.env.CHROMIUM_PATH ?? SYSTEM_CHROMIUM.find(existsSync)
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox"],
  })
  try {
    const page = await browser.newPage()
    await page.goto(origin)
    const { key } = await createApiKey()
    /** Opens the stream, and reads until a text has come. */
    const readUntil = (end: string, lastId: string | null) =>
      page.evaluate(
        async ([address = "", bearer = "", text = "", last = ""]) => {
          const gone = new AbortController()
          const response = await fetch(`${address}/api/v1/stream?topics=reef`, {
            signal: gone.signal,
            headers: {
              Authorization: `Bearer ${bearer}`,
              "Cache-Control": "no-cache",
              ...(last && { "Last-Event-ID": last }),
            },
          })
          const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
          let received = ""
          while (reader && !received.includes(text)) {
            const { done, value } = await reader.read()
            if (done) break
            received += value
          }
          gone.abort()
          return received
        },
        [url, key, end, lastId ?? ""],
      )
    const begun = await readUntil("event: ready", null)
    const last = /^id: (.+)$/m.exec(begun)?.[1] ?? ""
    expect(last).not.toBe("")
    await write("Written while nobody listened")
    await write("And another")
    const resumed = await readUntil("And another", last)
    expect(resumed).toContain("Written while nobody listened")
    const sendsOther = page.evaluate(
      (address) => fetch(`${address}/api/v1/stream`, { headers: { "X-Other": "1" } }),
      url,
    )
    await expect(sendsOther).rejects.toThrow(/fetch/)
  } finally {
    await browser.close()
    for (const server of [service, elsewhere]) {
      server.closeAllConnections()
      server.close()
    }
  }
})
