import { once } from "node:events"
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { parseEnv } from "@/lib/env"
import { peerHeader } from "@/lib/http/client-ip"
import { log as logger } from "@/lib/telemetry/logger"
import { createServer } from "@/server/http-server"

process.env.KEEP_ALIVE_SECONDS = "2"

let server: Server
let seen: IncomingHttpHeaders

beforeAll(async () => {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === "/away") throw Object.assign(new Error("away"), { code: "57P03" })
    if (request.url === "/broken") {
      response.write("a part")
      throw new Error("after the head")
    }
    if (request.url === "/failing") throw new Error("of the framework")
    seen = request.headers
    response.end("reached")
  }
  server = createServer(handle, [
    () => false,
    async (request, response) => {
      if (request.url === "/failing-step") throw new Error("of a step")
      if (request.url !== "/step") return false
      response.end(`${request.headers["x-request-id"]} ${request.headers[peerHeader()]}`)
      return true
    },
    (request, response) => {
      if (request.url === "/step") response.end("too late")
      return false
    },
  ])
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Sends bytes as they are and gives back all that comes. */
function send(text: string) {
  return new Promise<string>((resolve, reject) => {
    let answer = ""
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => {
      socket.write(text)
    })
    socket.on("data", (chunk) => {
      answer += chunk
    })
    socket.on("close", () => resolve(answer))
    socket.on("error", reject)
  })
}

const request = (line: string, ...headers: string[]) =>
  send(
    [`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n"),
  )

describe("every request of the server", () => {
  test("carries the socket's peer, whatever the client sets", async () => {
    await request("GET /", `${peerHeader()}: 1.1.1.1`, "X-Forwarded-For: 2.2.2.2")
    expect(seen[peerHeader()]).toBe("127.0.0.1")
  })

  test("has a request id and the security headers on its answer", async () => {
    const answer = await request("GET /page", "X-Request-Id: my-request-1")
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toContain("X-Request-Id: my-request-1\r\n")
    expect(answer).toContain("X-Frame-Options: DENY\r\n")
    expect(answer).toContain("X-Content-Type-Options: nosniff\r\n")
    expect(answer).toContain("Referrer-Policy: strict-origin-when-cross-origin\r\n")
    expect(answer).toContain("Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n")
    const replaced = await request("GET /page", "X-Request-Id: bad id\u0007")
    expect(replaced).not.toContain("bad id")
    await request("GET /page", "X-Request-Id: x")
    expect(seen["x-request-id"]).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
  })
})

describe("a step before the framework", () => {
  test("answers with the id and the peer of the request, and no header but its own", async () => {
    const answer = await request("GET /step", "X-Request-Id: my-request-1")
    expect(answer).toMatch(/\r\n\r\n.*my-request-1 127\.0\.0\.1/s)
    expect(answer).not.toContain("X-Frame-Options")
    expect(answer).not.toContain("too late")
  })

  test("that fails answers 500 with the common headers", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const answer = await request("GET /failing-step")
    expect(answer).toMatch(/^HTTP\/1\.1 500 /)
    expect(answer).toContain("X-Frame-Options: DENY\r\n")
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})

describe("connections", () => {
  test("are kept for 75 s between requests unless set, and a request has 30 s to arrive", async () => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(answer.headers.get("keep-alive")).toBe("timeout=2")
    const { KEEP_ALIVE_SECONDS: _, ...others } = process.env
    expect(parseEnv(others).KEEP_ALIVE_SECONDS).toBe(75)
    expect([server.headersTimeout, server.requestTimeout]).toEqual([30_000, 30_000])
  })
})

describe("what the framework cannot route", () => {
  test.each(["/tokens/%00", "/api/v1/auth/keys/%00", "/reef/a%00b/c"])("404: %s", async (at) => {
    const answer = await request(`GET ${at}?q=1`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).toContain('"code":"NOT_FOUND"')
    expect(await request(`GET /tokens?q=%00`)).toContain("reached")
  })

  test.each(["TRACE", "PROPFIND"])("405: %s", async (method) => {
    const answer = await request(`${method} /api/pulse`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toContain("Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n")
    expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"')
  })

  test("404: broken percent-encoding in the path; in a query it is text", async () => {
    const answer = await request("GET /api/v1/tokens/%E0%A4%A")
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).toContain('"code":"NOT_FOUND"')
    expect(await request("GET /api/v1/tokens?search=100%")).toContain("reached")
  })

  test.each([300_000, 1_000_000])("400: a request line of %i bytes", async (size) => {
    const answer = await request(`GET /${"y".repeat(size)}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"VALIDATION_FAILED"')
    expect(answer).toContain("X-Frame-Options: DENY\r\n")
  })

  test("431: headers that are too large are not a long request line", async () => {
    const headers = Array.from({ length: 400 }, (_, at) => `X-Large-${at}: ${"y".repeat(1_000)}`)
    expect(await request("GET /", ...headers)).toMatch(/^HTTP\/1\.1 431 /)
  })

  test("400: what is not HTTP", async () => {
    expect(await send("not a request\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /)
  })

  test("500: an error of the framework", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const answer = await request("GET /failing")
    expect(answer).toMatch(/^HTTP\/1\.1 500 /)
    expect(answer).toContain('"code":"INTERNAL_ERROR"')
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  test("503 and when to come again: the database is away", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const answer = await request("GET /away")
    log.mockRestore()
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toContain("Retry-After: 5\r\n")
    expect(answer).toContain('"code":"SERVICE_UNAVAILABLE"')
  })

  test("an answer that breaks off after its head is no whole one", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const answer = await request("GET /broken").catch((error: Error) => error.message)
    log.mockRestore()
    expect(answer).not.toContain("\r\n0\r\n")
  })
})

describe("a connection without requests", () => {
  /** Sends a request on a kept connection after each pause; answers what came, and whether it was closed. */
  async function ask(...pauses: number[]) {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    let text = ""
    let error: Error | undefined
    socket.on("data", (chunk) => {
      text += chunk
    })
    socket.on("error", (failure) => {
      error = failure
    })
    for (const pause of pauses) {
      await wait(pause)
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }
    await wait(300)
    const isOpen = !socket.closed
    socket.destroy()
    return { answers: text.split("reached").length - 1, isOpen, error }
  }

  test("is kept for the time that is set, after each request anew", async () => {
    expect(await ask(0, 1_600, 1_600)).toEqual({ answers: 3, isOpen: true, error: undefined })
  })

  test("is closed then, without a word", async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    const [first] = await once(socket, "data")
    expect(`${first}`).toContain("Keep-Alive: timeout=2")
    let isClosedWithData = false
    socket.on("data", () => {
      isClosedWithData = true
    })
    const begun = performance.now()
    await once(socket, "close")
    expect(performance.now() - begun).toBeGreaterThan(1_500)
    expect(isClosedWithData).toBe(false)
  })
})
