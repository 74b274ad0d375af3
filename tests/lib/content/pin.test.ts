import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { pin } from "@/lib/content/pin"
import { log as logger } from "@/lib/telemetry/logger"

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

const HELLO = "bafkreid7qoywk77r7rj3slobqfekdvs57qwuwh5d2z3sqsw52iabe3mqne"
const file = { bytes: Buffer.from("Hello World!"), name: "hello.txt", type: "text/plain" }

/** Speaks Pinata's upload protocol. */
let answer: Answer
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => answer(request, response, Buffer.concat(chunks)))
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const { port } = server.address() as AddressInfo

// Read on first use.
process.env.PIN_API_URL = `http://127.0.0.1:${port}/v3/`
process.env.PIN_API_TOKEN = "a-token"
process.env.IPFS_GATEWAY = "https://gateway.example/"

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

const page = (response: ServerResponse, status: number) =>
  response.writeHead(status, { "content-type": "text/html" }).end("<html>Sorry</html>")

beforeEach(() => {
  vi.spyOn(logger, "error").mockImplementation(() => {})
  vi.spyOn(logger, "warn").mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe("a pinning service", () => {
  test("gets the file with its name and our token, and its name for it counts", async () => {
    const seen = { path: "", token: "", form: new FormData() }
    answer = (request, response, body) => {
      seen.path = `${request.method} ${request.url}`
      seen.token = request.headers.authorization ?? ""
      const headers = { "content-type": request.headers["content-type"] ?? "" }
      new Response(Uint8Array.from(body), { headers }).formData().then((form) => {
        seen.form = form
        json(response, 200, { data: { id: "1", name: "hello.txt", cid: HELLO, size: 12 } })
      })
    }
    expect(await pin(file)).toEqual({ cid: HELLO, url: `https://gateway.example/ipfs/${HELLO}` })
    expect(seen).toMatchObject({ path: "POST /v3/files", token: "Bearer a-token" })
    expect([seen.form.get("network"), seen.form.get("name")]).toEqual(["public", "hello.txt"])
    const sent = seen.form.get("file")
    expect(sent instanceof File && [sent.name, sent.type, await sent.text()]).toEqual([
      "hello.txt",
      "text/plain",
      "Hello World!",
    ])
    expect(logger.warn).not.toHaveBeenCalled()
  })

  test("may name it otherwise, and the operator hears of it", async () => {
    const other = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"
    answer = (_, response) => json(response, 200, { data: { cid: other } })
    expect((await pin(file)).cid).toBe(other)
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining(HELLO))
  })

  test.each<[string, Answer]>([
    ["refuses the token", (_, response) => json(response, 401, { error: "bad token a-token" })],
    ["has a defect", (_, response) => json(response, 500, {})],
    ["has a defect and a page about it", (_, response) => page(response, 500)],
    ["answers no JSON", (_, response) => response.end("<html>")],
    ["answers without a name", (_, response) => json(response, 200, { data: {} })],
    [
      "names it by an older version",
      (_, response) =>
        json(response, 200, { data: { cid: "QmZ4tDuvesekSs4qM5ZBKpXiZGun7S2CYtEZRB3DYXkjGx" } }),
    ],
    ["names it strangely", (_, response) => json(response, 200, { data: { cid: "../../x" } })],
    [
      "sends elsewhere",
      (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    ],
    ["hangs up", (request) => request.socket.destroy()],
    [
      "hangs up in the middle of its answer",
      (_, response) => {
        response.writeHead(200, { "content-length": "200" }).write('{"data":')
        setImmediate(() => response.destroy())
      },
    ],
  ])("503 UPSTREAM_UNAVAILABLE when it %s", async (_, how) => {
    answer = how
    await expect(pin(file)).rejects.toMatchObject({ code: "UPSTREAM_UNAVAILABLE", status: 503 })
    expect(JSON.stringify(vi.mocked(logger.error).mock.calls)).not.toContain("a-token")
  })

  test.each<[string, Answer]>([
    ["is silent", () => {}],
    [
      "falls silent in the middle of its answer",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).write('{"data":')
      },
    ],
  ])("503 UPSTREAM_UNAVAILABLE when it %s for 15 seconds", async (_, how) => {
    const { timeout } = AbortSignal
    const limits: number[] = []
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      limits.push(ms)
      return timeout.call(AbortSignal, 50)
    })
    answer = how
    await expect(pin(file)).rejects.toMatchObject({ code: "UPSTREAM_UNAVAILABLE" })
    expect(limits).toEqual([15_000])
  })
})
