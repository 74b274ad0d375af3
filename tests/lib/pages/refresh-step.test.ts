import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { noteFailure } from "@/lib/api/failed-requests"
import { createRefreshStep } from "@/lib/pages/refresh-step"
import { renderHeader } from "@/lib/pages/render-header"
import { RenderQueue } from "@/lib/pages/render-queue"
import { createServer, type RequestHandler } from "@/lib/server/server"

let server: Server
let origin = ""
let failures = 0
let asked: (string | undefined)[] = []

const TYPE = "text/x-component"

/** A framework that answers with an error in its data some times, as it does when a page throws. */
const handle: RequestHandler = async ({ headers }, response) => {
  const counted = headers[renderHeader()]
  asked.push(typeof counted === "string" ? counted : undefined)
  response.setHeader("Content-Type", TYPE)
  if (failures > 0) {
    failures -= 1
    noteFailure(`${headers["x-request-id"]}`)
    response.end("an error")
  } else response.end(`the page of ${headers.cookie}`)
}

beforeAll(async () => {
  server = createServer(handle, [createRefreshStep(handle, new RenderQueue())])
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  asked = []
  failures = 0
  vi.restoreAllMocks()
})

const read = (from: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/tokens/0xab?tab=holders&_rsc=1a`, {
    headers: { rsc: "1", referer: `${origin}${from}`, cookie: "a=b", ...headers },
  })

test("a page that reads itself again waits until it can be rendered", async () => {
  failures = 2
  const response = await read("/tokens/0xab?tab=holders")
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe(TYPE)
  expect(response.headers.get("x-request-id")).toMatch(/\w/)
  expect(await response.text()).toBe("the page of a=b")
  // Its rate limit counts the first try.
  expect(asked).toEqual([undefined, "counted", "counted"])
})

test.each([
  ["of another page", "/markets", {}],
  ["of another state of the page", "/tokens/0xab", {}],
  ["ahead of a press", "/tokens/0xab?tab=holders", { "next-router-prefetch": "1" }],
])("a request %s gets the answer that there is", async (_, from, headers) => {
  failures = 1
  const response = await read(from, headers)
  expect(await response.text()).toBe("an error")
  expect(asked).toHaveLength(1)
})
