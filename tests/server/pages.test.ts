import { once } from "node:events"
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http"
import { type AddressInfo, createConnection } from "node:net"
import { brotliDecompressSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { noteRequestError } from "@/instrumentation-node"
import { peerHeader } from "@/lib/http/client-ip"
import { notePartial } from "@/lib/pages/partial-pages"
import { createServer } from "@/server/http-server"
import { createPageStep } from "@/server/pages"

process.env.TRUSTED_PROXY_HEADER = "x-client"

const PUBLIC = "public, max-age=0, s-maxage=1, stale-while-revalidate=30"
const LARGE = "x".repeat(2_000_000)

let framework: Server
let server: Server
let origin = ""
/** What the framework was asked. */
let seen: IncomingMessage[] = []
let tests = 0

/**
 * Answers by the path: `/slow…` takes time, `/large…` is large, `/own…` is private, `/partial…` lacks a section, `/away…`
 * loses the database while it is rendered, `/half…` after its head, `/wrong…` fails otherwise.
 */
const answer: RequestListener = async (request, response) => {
  seen.push(request)
  const { url = "", headers } = request
  if (url.startsWith("/slow")) await new Promise((resolve) => setTimeout(resolve, 20))
  if (url.startsWith("/away") || url.startsWith("/half")) {
    if (url.startsWith("/away")) response.statusCode = 500
    noteRequestError(Object.assign(new Error("gone"), { code: "57P01" }), headers)
  }
  if (url.startsWith("/wrong")) {
    response.statusCode = 500
    noteRequestError(new Error("wrong"), headers)
  }
  if (url.startsWith("/partial")) notePartial(`${headers["x-request-id"]}`)
  const isData = headers.rsc !== undefined || headers["sec-fetch-dest"] === "empty"
  response.setHeader(
    "Cache-Control",
    url.startsWith("/own") || isData ? "private, no-store" : PUBLIC,
  )
  response.setHeader("Content-Type", "text/html; charset=utf-8")
  response.setHeader("Content-Security-Policy", `script-src 'nonce-${seen.length}'`)
  response.setHeader("Vary", ["rsc", "Accept-Encoding"])
  response.setHeader("ETag", `W/"${url}"`)
  response.end(url.startsWith("/large") ? LARGE : `${url} ${seen.length} ${"text ".repeat(300)}`)
}

const listen = async (each: Server) => {
  await new Promise<void>((resolve) => each.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(each.address() as AddressInfo).port}`
}

beforeAll(async () => {
  framework = createHttpServer(answer)
  const step = createPageStep(await listen(framework))
  server = createServer(async (_, response) => void response.end("framework itself"), [step])
  origin = await listen(server)
})

afterAll(() => {
  for (const each of [server, framework]) each.closeAllConnections()
  for (const each of [server, framework]) each.close()
})

beforeEach(() => {
  tests += 1
  seen = []
})

/** A path of this test alone. */
const at = (path: string) => `${path}-${tests}`

const get = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(origin + target, {
    method,
    redirect: "manual",
    headers: { "x-client": `10.0.0.${tests}`, accept: "text/html,*/*;q=0.8", ...headers },
  })

describe("a page", () => {
  test("is rendered once, of whose requests nothing reaches the rendering", async () => {
    const headers = { cookie: "session=secret", authorization: "Bearer secret", "x-any": "secret" }
    const texts = await Promise.all([
      ...[get(at("/a"), headers), get(at("/a"), { accept: "text/html" }), get(at("/a"))],
    ]).then((responses) => Promise.all(responses.map((response) => response.text())))
    expect(new Set(texts).size).toBe(1)
    expect(seen).toHaveLength(1)
    expect(JSON.stringify(seen[0]?.headers)).not.toContain("secret")
  })

  test("has an id of each request, and a policy and a tag of its rendering", async () => {
    const first = await get(at("/a"), { "x-request-id": "my-request-1" })
    const second = await get(at("/a"))
    expect(first.headers.get("x-request-id")).toBe("my-request-1")
    expect(seen[0]?.headers["x-request-id"]).toBe("my-request-1")
    expect(second.headers.get("x-request-id")).not.toBe("my-request-1")
    for (const name of ["content-security-policy", "etag", "cache-control"]) {
      expect(second.headers.get(name), name).toBe(first.headers.get(name))
    }
    expect(first.headers.get("vary")).toBe("rsc, Accept-Encoding")
  })

  test("two renderings never share a policy", async () => {
    const policies = new Set<string | null>()
    for (const path of ["/a", "/b", "/c"]) {
      policies.add((await get(at(path))).headers.get("content-security-policy"))
    }
    expect(policies.size).toBe(3)
  })

  test("304: for whoever has it, who keeps the policy of it; HEAD: without the body", async () => {
    const whole = await get(at("/a"))
    const again = await get(at("/a"), { "if-none-match": whole.headers.get("etag") ?? "" })
    expect([again.status, await again.text()]).toEqual([304, ""])
    expect(again.headers.get("content-security-policy")).toBeNull()
    expect(again.headers.get("etag")).toBe(whole.headers.get("etag"))
    expect((await get(at("/a"), { "if-none-match": 'W/"other"' })).status).toBe(200)
    const head = await get(at("/a"), { "accept-encoding": "identity" }, "HEAD")
    expect(head.headers.get("content-length")).toBe(`${(await whole.text()).length}`)
    expect(await head.text()).toBe("")
  })

  test("is compressed for those who take it", async () => {
    const plain = await (await get(at("/a"), { "accept-encoding": "identity" })).text()
    const { head, body } = await readRaw(at("/a"), "br")
    expect(head).toMatch(/content-encoding: br/i)
    expect(`${brotliDecompressSync(body)}`).toBe(plain)
  })
})

test("a page that lacks a section is sent once, and not again to whoever has it", async () => {
  const first = await get(at("/partial"))
  expect(first.headers.get("etag")).toBeNull()
  expect(first.headers.get("cache-control")).toBe("no-store")
  expect(await (await get(at("/partial"))).text()).not.toBe(await first.text())
  expect(seen).toHaveLength(2)
})

test("a page that loses the database while it is rendered is 503, any other failure is 500; both say when to come again", async () => {
  const away = await get(at("/away"))
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"])
  expect(away.headers.get("cache-control")).toBe("no-store")
  const wrong = await get(at("/wrong"))
  expect([wrong.status, wrong.headers.get("retry-after")]).toEqual([500, "5"])
})

test("an open page whose data lose the database half way gets no answer, for which it asks again", async () => {
  const open = { rsc: "1", "sec-fetch-dest": "empty" }
  expect((await get(at("/half"))).status).toBe(503)
  await expect(get(at("/half"), open)).rejects.toThrow()
  expect((await get(at("/a"), open)).status).toBe(200)
})

test("what is private, posted or asked for in part is the framework's own for each", async () => {
  const texts = await Promise.all([0, 1, 2].map(async () => (await get(at("/own"))).text()))
  expect(new Set(texts).size).toBe(3)
  expect(await (await get(at("/a"), {}, "POST")).text()).toBe("framework itself")
  expect(await (await get(at("/a"), { range: "bytes=0-3" })).text()).toBe("framework itself")
})

test("the framework counts the client that asks, IPv6 included", async () => {
  await get(at("/own"), { "x-client": "2001:db8::1" })
  expect(seen[0]?.headers[peerHeader()]).toBe("2001:db8::1")
})

describe("a crowd at one address delays others by a turn each", () => {
  test.each([
    ["made-up pages", (n: number) => at(`/slow?n=${n}`), {}],
    ["the data of links", (n: number) => at(`/slow?n=${n}`), { rsc: "1" }],
    ["a parameter of the router", (n: number) => at(`/slow?_rsc=${n}`), {}],
    ["a header of the router", (n: number) => at(`/slow?n=${n}`), { "next-url": "/" }],
    ["encoded paths", (n: number) => at(`/slow/%30${n}`), {}],
    ["made-up headers", () => at("/slow"), { "next-router-state-tree": "" }],
  ])("%s", async (_, target, headers) => {
    const burst = Array.from({ length: 150 }, (_, n) =>
      get(target(n), Object.fromEntries(Object.keys(headers).map((name) => [name, `${n}`]))),
    )
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
    const begun = performance.now()
    const visitor = await get(at("/visitor"), { "x-client": "10.9.0.1" })
    const waited = performance.now() - begun
    expect(visitor.status).toBe(200)
    expect(waited).toBeLessThan(1_000)
    const answers = await Promise.all(burst)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((each) => each.headers.get("retry-after") === "5")).toBe(true)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(30)
  })

  test("a client that does not read holds no place", async () => {
    const sockets = Array.from({ length: 3 }, (_, n) => {
      const socket = createConnection(Number(new URL(origin).port), "127.0.0.1").pause()
      socket.write(`GET ${at(`/large?n=${n}`)} HTTP/1.1\r\nHost: a\r\nrsc: 1\r\n\r\n`)
      return socket
    })
    await vi.waitFor(() => expect(seen).toHaveLength(3))
    expect((await get(at("/after"))).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })
})

/** The bytes as they come, which fetch decompresses. */
async function readRaw(target: string, encoding: string) {
  const socket = createConnection(Number(new URL(origin).port), "127.0.0.1")
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept: text/html\r\n` +
      `Accept-Encoding: ${encoding}\r\n\r\n`,
  )
  const chunks: Buffer[] = []
  socket.on("data", (chunk) => chunks.push(chunk))
  await once(socket, "close")
  const all = Buffer.concat(chunks)
  const end = all.indexOf("\r\n\r\n")
  return { head: `${all.subarray(0, end)}`, body: all.subarray(end + 4) }
}
