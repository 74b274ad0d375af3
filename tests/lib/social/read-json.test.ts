import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest"
import { readJson } from "@/lib/social/read-json"
import { log as logger } from "@/lib/telemetry/logger"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let answer: Answer
let requestCount = 0
const server = createServer((request, response) => {
  requestCount++
  answer(request, response)
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}/post?id=1`

beforeEach(() => {
  requestCount = 0
  vi.spyOn(logger, "warn").mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const json = { "content-type": "application/json" }
const read = (form?: URLSearchParams) => readJson({ service: "X", url, ...(form && { form }) })
const unavailable = { code: "UPSTREAM_UNAVAILABLE", status: 503 }

test("asks once, by name, and answers the JSON", async () => {
  let agent: string | undefined
  answer = (request, response) => {
    agent = request.headers["user-agent"]
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end('{"a":1}')
  }
  expect(await read()).toEqual({ status: 200, body: { a: 1 } })
  expect([requestCount, agent]).toEqual([
    1,
    expect.stringMatching(/^Atoll\/\d+\.\d+\.\d+ \(\+http/),
  ])
})

test.each([400, 401, 403, 404, 410, 429])(
  "%i is the service's verdict, whatever its body",
  async (status) => {
    answer = (_, response) => response.writeHead(status).end("<html>".repeat(50_000))
    expect(await read()).toEqual({ status, body: undefined })
    expect(requestCount).toBe(1)
  },
)

test.each<[string, Answer, number]>([
  [
    "redirects",
    (_, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    1,
  ],
  ["has nothing to say", (_, response) => response.writeHead(204).end(), 1],
  [
    "answers HTML",
    (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("{}"),
    1,
  ],
  ["names no type", (_, response) => response.writeHead(200).end("{}"), 1],
  ["answers half an object", (_, response) => response.writeHead(200, json).end('{"a":'), 1],
  ["is too long", (_, response) => response.writeHead(200, json).end(`"${"a".repeat(65_536)}"`), 1],
  [
    "is too long once it is unpacked",
    (_, response) =>
      response
        .writeHead(200, { ...json, "content-encoding": "gzip" })
        .end(gzipSync(`"${"a".repeat(2_000_000)}"`)),
    1,
  ],
  ["has a defect", (_, response) => response.writeHead(500, json).end("{}"), 2],
  ["hangs up", (request) => request.socket.destroy(), 2],
  [
    "breaks off",
    (_, response) => {
      response.writeHead(200, { ...json, "content-length": "100" }).write('{"a"')
      setImmediate(() => response.destroy())
    },
    2,
  ],
])("a service that %s is unavailable", async (_, behaviour, times) => {
  answer = behaviour
  await expect(read()).rejects.toMatchObject(unavailable)
  expect(requestCount).toBe(times)
})

test("a second try may succeed; what is sent is sent once", async () => {
  answer = (_, response) =>
    requestCount === 1 ? response.writeHead(503).end() : response.writeHead(200, json).end("{}")
  expect(await read()).toEqual({ status: 200, body: {} })
  requestCount = 0
  await expect(read(new URLSearchParams({ code: "1" }))).rejects.toMatchObject(unavailable)
  expect(requestCount).toBe(1)
})

test.each<[string, Answer]>([
  ["says nothing", () => {}],
  [
    "never ends",
    (_, response) => {
      const timer = setInterval(() => response.write(" "), 50)
      response.writeHead(200, json).on("close", () => clearInterval(timer))
    },
  ],
])("a service that %s is left after the time limit", async (_, behaviour) => {
  answer = behaviour
  const timeout = vi.spyOn(AbortSignal, "timeout")
  timeout.mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(new Error(`${ms} ms`)), ms / 50)
    return limit.signal
  })
  await expect(read()).rejects.toMatchObject(unavailable)
  expect(timeout).toHaveBeenCalledWith(5_000)
})

test("nobody listens", async () => {
  const request = { service: "X", url: "http://127.0.0.1:1/" }
  await expect(readJson(request)).rejects.toMatchObject(unavailable)
})
