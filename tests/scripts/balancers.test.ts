import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type Dispatcher, request } from "undici"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { hasHaproxy, startHaproxy } from "@/tests/helpers/haproxy"
import { hasNginx, startNginx } from "@/tests/pages/helpers/nginx"

if (!hasHaproxy) console.warn("SKIPPED: tests behind HAProxy, as there is none here")
if (!hasNginx()) console.warn("SKIPPED: tests behind nginx, as there is none here")

/** As Next's router asks for the data of a page. */
const ROUTER = { rsc: "1", "sec-fetch-dest": "empty" }

/** What the web servers were asked for but health: by which server, and with what headers. */
let seen: { at: number; headers: IncomingHttpHeaders }[] = []
let isReady = true

/** A web server: it closes the connections of those that ask for `/lost`, as ours does to open pages without a database. */
function startWeb(at: number) {
  const server = createServer((message, response) => {
    if (message.url === "/api/health/ready") {
      response.writeHead(isReady ? 200 : 503).end()
      return
    }
    seen.push({ at, headers: message.headers })
    if (message.url === "/lost") response.destroy()
    else if (message.url === "/failed") response.writeHead(500).end()
    else if (message.url === "/busy") response.writeHead(503, { "Retry-After": "7" }).end()
    else response.end("page")
  }).listen(0, "127.0.0.1")
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

function stopWeb(server: Server) {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

const ask = async (
  url: string,
  headers: Record<string, string> = {},
  method: Dispatcher.HttpMethod = "GET",
) => {
  const answer = await request(url, { headers, method, reset: true })
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
}

/** What each of the two does in front of servers that are away. */
function expectRefusals(url: () => string) {
  test("an open page gets a closed connection, which it waits out", async () => {
    for (const method of ["GET", "HEAD"] as const)
      await expect(ask(`${url()}/tokens`, ROUTER, method)).rejects.toThrow("closed")
  })

  test.each<[string, string, Record<string, string>, Dispatcher.HttpMethod]>([
    ["a document", "/tokens", {}, "GET"],
    ["a request of a program", "/api/v1/tokens", {}, "GET"],
    ["data that no page asks for", "/tokens", { rsc: "1" }, "GET"],
    ["a change", "/api/v1/sync", {}, "POST"],
  ])("%s gets a refusal that says when to ask again", async (_, path, headers, method) => {
    const { status, headers: received, text } = await ask(url() + path, headers, method)
    expect([status, received["retry-after"], received["content-type"]]).toEqual([
      ...[503, "2", "application/json"],
    ])
    expect(JSON.parse(text)).toMatchObject({ code: "SERVICE_UNAVAILABLE" })
  })
}

async function expectNoTrace(url: string) {
  seen = []
  await ask(`${url}/tokens`, {
    traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    tracestate: "a=b",
  })
  const [message] = seen
  expect(message?.headers["x-request-id"]).toBeTruthy()
  expect(message?.headers.traceparent).toBeUndefined()
  expect(message?.headers.tracestate).toBeUndefined()
}

describe.runIf(hasHaproxy)("HAProxy with the configuration of deploy/", () => {
  let servers: Server[] = []
  let haproxy: Awaited<ReturnType<typeof startHaproxy>>

  beforeAll(async () => {
    servers = [1, 2, 3].map(startWeb)
    await Promise.all(servers.map((server) => once(server, "listening")))
    const [one = "", two = "", three = ""] = servers.map((server) => `127.0.0.1:${portOf(server)}`)
    haproxy = await startHaproxy([one, two, three])
    await haproxy.untilActive(3)
  })
  afterAll(async () => {
    await haproxy.stop()
    await Promise.all(servers.filter((server) => server.listening).map(stopWeb))
  })
  beforeEach(() => {
    seen = []
  })

  test("what strangers say of traces is removed", () => expectNoTrace(haproxy.url))

  test("a server that closes an open page's connection is asked once, and the page hears of it", async () => {
    await expect(ask(`${haproxy.url}/lost`, ROUTER)).rejects.toThrow("closed")
    expect(seen).toHaveLength(1)
  })

  test("what else loses its connection is asked of the other servers", async () => {
    const { status, headers } = await ask(`${haproxy.url}/lost`)
    expect([status, headers["retry-after"]]).toEqual([502, "2"])
    expect(new Set(seen.map(({ at }) => at)).size).toBeGreaterThan(1)
  })

  test("an open page is answered by servers that are not ready when none is", async () => {
    isReady = false
    try {
      await haproxy.untilActive(0)
      expect((await ask(`${haproxy.url}/tokens`, ROUTER)).text).toBe("page")
    } finally {
      isReady = true
      await haproxy.untilActive(3)
    }
  })

  describe("while no server runs", () => {
    beforeAll(() => Promise.all(servers.map(stopWeb)))
    expectRefusals(() => haproxy.url)
  })
})

describe.runIf(hasNginx())("nginx with the configuration of docs/", () => {
  let web: Server
  let nginx: Awaited<ReturnType<typeof startNginx>>

  beforeAll(async () => {
    web = startWeb(1)
    await once(web, "listening")
    nginx = await startNginx(`http://127.0.0.1:${portOf(web)}`)
  })
  afterAll(async () => {
    await nginx.stop()
    if (web.listening) await stopWeb(web)
  })

  test("what strangers say of traces is removed", () => expectNoTrace(nginx.url))

  test("a page that fails says when to ask again, and what the app says of it stays", async () => {
    const answers = [await ask(`${nginx.url}/failed`), await ask(`${nginx.url}/busy`)]
    expect(answers.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual([
      [500, "5"],
      [503, "7"],
    ])
    expect((await ask(`${nginx.url}/tokens`)).headers["retry-after"]).toBeUndefined()
  })

  describe("while the app does not run", () => {
    beforeAll(() => stopWeb(web))
    expectRefusals(() => nginx.url)
  })
})
