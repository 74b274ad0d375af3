import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { env } from "@/lib/env"
import { peerHeader } from "@/lib/http/client-ip"
import { log, requests } from "@/lib/telemetry/logger"
import { type Exchange, onExchange, watchRequests } from "@/lib/telemetry/requests"

const exchanges: Exchange[] = []

/** Answers with the id that its lines would have, a while later. */
async function answer(request: IncomingMessage, response: ServerResponse) {
  await wait(Number(new URL(`http://h${request.url}`).searchParams.get("ms")) || 1)
  response.statusCode = request.url?.startsWith("/broken") ? 500 : 200
  response.end(requests.getStore()?.requestId)
}

const server = createServer(answer)
let port = 0

beforeAll(async () => {
  watchRequests()
  onExchange((exchange) => exchanges.push(exchange))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => void server.close())
afterEach(() => void exchanges.splice(0))

const ask = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()

const settle = () => wait(20)

test.each([
  ["its own, if it is well-formed", { "x-request-id": "my-request-1" }, /^my-request-1$/],
  ["a new one instead of another", { "x-request-id": "no id!" }, /^[\w-]{36}$/],
  [
    "that of its trace",
    { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    /^0af7651916cd43dd8448eb211c80319c$/,
  ],
  ["a new one without any", {}, /^[\w-]{36}$/],
])("a request has %s", async (_, headers, id) => {
  expect(await ask("/", headers)).toMatch(id)
})

test("requests at one time and one after another on a connection keep their ids", async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `request-${at}`.padEnd(10, "-"))
  const answers = ids.map((id, at) => ask(`/?ms=${20 - at}`, { "x-request-id": id }))
  expect(await Promise.all(answers)).toEqual(ids)
  const socket = connect(port, "127.0.0.1")
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk
  })
  const lines = (id: string) => `GET /?ms=10 HTTP/1.1\r\nHost: h\r\nX-Request-Id: ${id}\r\n\r\n`
  socket.write(lines("pipelined-1") + lines("pipelined-2"))
  await vi.waitFor(() => expect(text).toMatch(/pipelined-1.*pipelined-2/s))
  socket.destroy()
})

test("what has ended is counted once, also where the framework answers for our server", async () => {
  await ask("/broken?key=secret")
  await ask("/", { [peerHeader()]: "192.0.2.1" })
  await settle()
  expect(exchanges).toEqual([
    {
      ...{ method: "GET", route: "other", status: 500, isAborted: false },
      ms: expect.any(Number),
      bytes: expect.any(Number),
    },
  ])
  expect(exchanges[0]?.bytes).toBeGreaterThan(100)
  expect(exchanges[0]?.ms).toBeGreaterThan(0)
})

test("a client that leaves is told apart", async () => {
  const gone = new AbortController()
  const asking = fetch(`http://127.0.0.1:${port}/?ms=300`, { signal: gone.signal })
  await wait(50)
  gone.abort()
  await expect(asking).rejects.toThrow()
  await settle()
  expect(exchanges).toMatchObject([{ isAborted: true }])
})

test("the access log has neither query nor address, and no probes; it is off unless wanted", async () => {
  const info = vi.spyOn(log, "info").mockImplementation(() => {})
  await ask("/quiet")
  await settle()
  expect(info).not.toHaveBeenCalled()
  const settings = env()
  settings.ACCESS_LOG = true
  await ask("/page?token=secret-1", {
    "x-request-id": "my-request-1",
    "x-forwarded-for": "192.0.2.7",
  })
  for (const probe of ["", "/live", "/ready"]) await ask(`/api/health${probe}`)
  await settle()
  expect(info).toHaveBeenCalledOnce()
  const [line, text] = info.mock.calls[0] ?? []
  expect(text).toBe("GET /page 200")
  expect(line).toEqual({
    ...{ requestId: "my-request-1", method: "GET", route: "other", path: "/page", status: 200 },
    ms: expect.any(Number),
    bytes: expect.any(Number),
  })
  Object.assign(settings, { ACCESS_LOG_ADDRESS: true, TRUSTED_PROXY_HEADER: "x-forwarded-for" })
  await ask("/page", { "x-forwarded-for": "192.0.2.7" })
  await settle()
  expect(info.mock.calls[1]?.[0]).toMatchObject({ address: "192.0.2.7" })
  Object.assign(settings, {
    ...{ ACCESS_LOG: false, ACCESS_LOG_ADDRESS: false, TRUSTED_PROXY_HEADER: undefined },
  })
  info.mockRestore()
})
