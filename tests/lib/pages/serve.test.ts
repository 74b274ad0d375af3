import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { IncomingHttpHeaders, Server } from "node:http"
import { type AddressInfo, createConnection } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { shouldServeStreamingMetadata } from "next/dist/server/lib/streaming-metadata"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { pool } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { linkForPrograms } from "@/lib/pages/markdown-twin"
import { renderHeader } from "@/lib/pages/render-header"
import { RenderQueue } from "@/lib/pages/render-queue"
import { readPageRoutes } from "@/lib/pages/routes"
import { createPageStep, createTurnStep } from "@/lib/pages/serve"
import { createServer, type RequestHandler } from "@/lib/server/server"
import { config as nextConfig } from "@/next.config.mjs"
import { windowStart } from "@/tests/helpers/rate-window"
import { insertPost } from "@/tests/helpers/reef"
import { addressOf, emptyTables, insertToken } from "@/tests/helpers/rows"

process.env.RATE_LIMIT_VIEW = "40"
process.env.TRUSTED_PROXY_HEADER = "x-client"

const folder = mkdtempSync(path.join(tmpdir(), "atoll-pages-"))
let server: Server
let origin = ""
let clients = 0
/** The clock of the kept pages: it stands still unless a test moves it. */
let now = 0
let seen: { url: string; headers: IncomingHttpHeaders }[] = []

const titleOf = (url: string) => (url.startsWith("/tokens/0x") ? "token" : "page")

/** A framework that shows what it was asked, and the tokens there are. */
beforeAll(async () => {
  mkdirSync(path.join(folder, ".next"))
  mkdirSync(path.join(folder, "public"))
  writeFileSync(path.join(folder, "public/a.txt"), "file")
  const write = (name: string, value: unknown) =>
    writeFileSync(path.join(folder, ".next", name), JSON.stringify(value))
  write("app-path-routes-manifest.json", {
    "/_not-found/page": "/_not-found",
    "/page": "/",
    "/markets/page": "/markets",
    "/markets/[address]/page": "/markets/[address]",
    "/tokens/[address]/page": "/tokens/[address]",
    "/reef/[postId]/page": "/reef/[postId]",
    "/api/[[...path]]/route": "/api/[[...path]]",
    "/live/route": "/live",
  })
  write("routes-manifest.json", {
    redirects: [{ regex: "^/settings$" }, { regex: "^.+/$" }],
    rewrites: { beforeFiles: [], afterFiles: [{ regex: "^/rewritten$" }], fallback: [] },
  })
  const handle: RequestHandler = async (request, response) => {
    const { url = "", headers } = request
    seen.push({ url, headers })
    const nonce = /'nonce-(.*)'/.exec(`${headers["content-security-policy"]}`)?.[1]
    const { rows } = await pool().query<{ address: string }>("select address from token")
    const posts = await pool().query<{ id: string }>("select id from reef_post")
    const isKnown =
      rows.some(({ address }) => url.includes(address)) ||
      posts.rows.some(({ id }) => url.includes(encodeId(id)))
    if (url.startsWith("/this") || (/^\/(tokens\/0x|markets\/0x|reef\/c)/.test(url) && !isKnown)) {
      response.statusCode = 404
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8")
    response.setHeader("Vary", "rsc")
    for (let n = 0; url.includes("large") && n < 100; n++) {
      if (!response.write("x".repeat(16_384))) await once(response, "drain")
    }
    response.end(
      `<title>${titleOf(url)}</title><i>${headers.cookie ?? ""}</i><script nonce="${nonce}">` +
        `show("${url}")</script>${rows.length} tokens`,
    )
  }
  const pages = { routes: readPageRoutes(folder, ".next"), queue: new RenderQueue() }
  server = createServer(handle, [
    createPageStep(handle, pages, () => now),
    createTurnStep(handle, pages),
  ])
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  await emptyTables()
  clients += 1
  // A page that was kept by the test before is too old.
  now += 10_000
  seen = []
})

const get = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(origin + target, {
    method,
    redirect: "manual",
    headers: { "x-client": `10.0.0.${clients}`, accept: "text/html,*/*;q=0.8", ...headers },
  })

/**
 * Transactions of other databases of the server, those of other tests, count as changes: then it is tried again, as
 * another client, with nothing kept.
 */
const undisturbed = (attempt: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      clients += 1
      now += 10_000
      seen = []
      await attempt()
    },
    { timeout: 30_000, interval: 20 },
  )

const renderings = () => seen.filter(({ headers }) => headers[renderHeader()] === "kept")

describe("a page", () => {
  test("is rendered once, without anything of the request but the cookies of its look", async () => {
    await insertToken({ address: addressOf(1) })
    const headers = { cookie: "atoll_session=secret; atoll_theme=dark", "x-secret": "a" }
    await undisturbed(async () => {
      const first = await get("/markets?page=2", headers)
      const second = await get("/markets?page=2", { cookie: "atoll_theme=dark" })
      expect([first.status, second.status]).toEqual([200, 200])
      const text = await first.text()
      expect(text).toContain("<i>atoll_theme=dark</i>")
      expect(text).not.toContain("nonce")
      expect(seen).toHaveLength(1)
      expect(await second.text()).toBe(text)
    })
    const [{ headers: given, url } = { headers: {}, url: "" }] = seen
    expect(url).toBe("/markets?page=2")
    expect(JSON.stringify(given)).not.toContain("secret")
  })

  test("has an id and a window of each request, and one policy and tag for all", async () => {
    const first = await get("/markets", { "x-request-id": "my-request-1" })
    const second = await get("/markets")
    expect(first.headers.get("x-request-id")).toBe("my-request-1")
    expect(second.headers.get("x-request-id")).not.toBe("my-request-1")
    expect(first.headers.get("ratelimit")).toMatch(/^"view";r=39;t=\d+$/)
    expect(second.headers.get("ratelimit")).toMatch(/^"view";r=38;t=\d+$/)
    expect(first.headers.get("content-security-policy")).toMatch(
      /script-src 'self' 'sha256-[\w+/]{43}='; /,
    )
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"))
    expect(first.headers.get("vary")).toBe("rsc, Accept-Encoding, Accept")
    expect(first.headers.get("link")).toContain(linkForPrograms("/markets"))
    expect(first.headers.get("x-frame-options")).toBe("DENY")
  })

  test("comes with its title: the framework is asked as by a client that waits for it", async () => {
    await get("/markets", { "user-agent": "" })
    const client = seen[0]?.headers["user-agent"] ?? ""
    expect(shouldServeStreamingMetadata(client, nextConfig.htmlLimitedBots?.source)).toBe(false)
  })

  test("304: for whoever has it; HEAD: without the body", async () => {
    const whole = await get("/markets")
    const etag = whole.headers.get("etag") ?? ""
    const again = await get("/markets", { "if-none-match": etag })
    expect(again.status).toBe(304)
    expect(again.headers.get("ratelimit")).toMatch(/^"view"/)
    expect(await again.text()).toBe("")
    const other = await get("/markets", { "if-none-match": 'W/"other"' })
    expect(other.status).toBe(200)
    const head = await get("/markets", { "accept-encoding": "identity" }, "HEAD")
    expect(head.status).toBe(200)
    expect(head.headers.get("content-length")).toBe(`${(await whole.text()).length}`)
    expect(await head.text()).toBe("")
    const part = await get("/markets", { range: "bytes=0-3" })
    expect(part.status).toBe(200)
  })

  test("is compressed for those who take it", async () => {
    const plain = await (await get("/markets", { "accept-encoding": "identity" })).text()
    const raw = await readRaw("/markets", "br")
    expect(raw.head).toMatch(/content-encoding: br/i)
    expect(brotliDecompressSync(raw.body).toString()).toBe(plain)
  })

  test("shows what was written, within a second at most", async () => {
    expect(await (await get("/markets")).text()).toContain("0 tokens")
    await insertToken({ address: addressOf(2) })
    now += 1_000
    expect(await (await get("/markets")).text()).toContain("1 tokens")
  })

  test("429: beyond the window, also from memory", async () => {
    const statuses = []
    await windowStart()
    for (let n = 0; n < 42; n++) statuses.push((await get("/markets")).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(40)
    const refused = await get("/markets")
    expect(refused.status).toBe(429)
    expect(refused.headers.get("ratelimit")).toMatch(/^"view";r=0/)
    expect(refused.headers.get("cache-control")).toBe("no-store")
    expect(await refused.text()).toContain("<h1>Too many requests</h1>")
  })
})

test("a page of many writes arrives whole, though they come faster than they are taken", async () => {
  const text = await (await get("/markets?search=large")).text()
  expect(text.length).toBeGreaterThan(1_000_000)
})

describe("what is not there", () => {
  test("404: a program gets JSON at a path without a page, and whoever writes there", async () => {
    for (const [method, accept] of [
      ["GET", "*/*"],
      ["GET", "application/json"],
      ["POST", "text/html"],
      ["OPTIONS", "*/*"],
    ] as const) {
      const response = await get("/api-docs/v1", { accept }, method)
      expect([response.status, response.headers.get("vary")]).toEqual([404, "Accept"])
      expect(await response.json()).toMatchObject({
        code: "NOT_FOUND",
        remedy: expect.stringContaining("/docs/api"),
      })
      expect(response.headers.get("access-control-allow-origin")).toBe("*")
    }
    expect(seen).toEqual([])
    const page = await get("/api-docs/v1", { accept: "text/html" })
    expect([page.status, page.headers.get("content-type")]).toEqual([
      ...[404, "text/html; charset=utf-8"],
    ])
    expect(page.headers.get("vary")).toContain("Accept")
    // A page that is there is the same for all.
    expect((await get("/markets", { accept: "*/*" })).status).toBe(200)
  })

  test("404: every path without a page shares one", async () => {
    await undisturbed(async () => {
      const texts = await Promise.all(
        ["/nowhere", "/no/where", "/a.php"].map(async (target) => {
          const response = await get(target)
          expect(response.status).toBe(404)
          return response.text()
        }),
      )
      expect(new Set(texts).size).toBe(1)
      expect(seen).toHaveLength(1)
    })
  })

  test.each([
    ["tokens", (n: number) => `/tokens/${addressOf(n)}`],
    ["markets", (n: number) => `/markets/${addressOf(n)}`],
    ["posts", (n: number) => `/reef/${encodeId(BigInt(n + 1))}`],
    ["malformed posts", (n: number) => `/reef/${"c".padEnd(25, `z${n}`)}`],
  ])("404: of thirty unknown %s one is rendered, and each answer names its own", async (_, at) => {
    await undisturbed(async () => {
      for (let n = 0; n < 30; n++) {
        const response = await get(at(n))
        expect(response.status).toBe(404)
        expect(await response.text()).toContain(`show("${at(n)}")`)
      }
      expect(renderings()).toHaveLength(1)
    })
  })

  test("a post is found as soon as it is stored", async () => {
    const target = `/reef/${encodeId(1n)}`
    expect((await get(target)).status).toBe(404)
    const id = await insertPost()
    expect((await get(`/reef/${id}`)).status).toBe(200)
  })

  test("a token is found as soon as it is stored", async () => {
    const target = `/tokens/${addressOf(7)}`
    expect((await get(target)).status).toBe(404)
    await insertToken({ address: addressOf(7) })
    expect((await get(target)).status).toBe(200)
  })
})

describe("the framework answers", () => {
  test.each([
    ["the data of a page", "/markets", { rsc: "1" }],
    ["a prefetch", "/markets", { "next-router-prefetch": "1" }],
    ["the router's request", "/markets?_rsc=abc", {}],
    ["a route", "/live", {}],
    ["the API", "/api/v1/tokens", {}],
    ["a file", "/a.txt", {}],
    ["a redirect", "/settings", {}],
    ["a rewritten path", "/rewritten", {}],
    ["an encoded path", "/tokens/%30", {}],
    ["a path that is made shorter", "/tokens/", {}],
  ])("%s", async (_, target, headers) => {
    await get(target, headers as Record<string, string>)
    await get(target, headers as Record<string, string>)
    expect(seen.map(({ headers: given }) => given[renderHeader()])).toEqual([undefined, undefined])
  })

  test("no page that is posted to", async () => {
    const response = await get("/markets", {}, "POST")
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"])
    expect(seen).toEqual([])
  })

  test("pages while the database is away, which are counted once", async () => {
    const query = vi.spyOn(pool(), "query").mockRejectedValue(new Error("away") as never)
    const response = await get("/markets?away")
    query.mockRestore()
    expect(seen[0]?.headers[renderHeader()]).toBe("counted")
    expect(response.headers.get("ratelimit")).toMatch(/^"view";r=39/)
  })
})

describe("what is rendered for one request alone waits for its turn", () => {
  test.each([
    ["the data of a link", (n: number) => `/markets?n=${n}`, { rsc: "1" }],
    ["a parameter of the router", (n: number) => `/markets?_rsc=${n}`, {}],
    ["a header of the router", (n: number) => `/markets?n=${n}`, { "next-url": "/" }],
    ["an encoded path", (n: number) => `/tokens/%30${n}`, {}],
  ])("%s", async (_, at, headers) => {
    const burst = Array.from({ length: 150 }, (_, n) =>
      get(at(n), headers as Record<string, string>),
    )
    const visitor = get("/markets?visitor", { "x-client": "10.9.0.1", ...RSC })
    const answers = await Promise.all(burst)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((answer) => answer.headers.get("retry-after") === "5")).toBe(true)
    expect(answers.filter(({ status }) => status < 500).length).toBeGreaterThan(30)
    expect((await visitor).status).toBe(200)
  })

  test("and a client that does not read holds no place", async () => {
    const sockets = Array.from({ length: 3 }, (_, n) => {
      const socket = createConnection(Number(new URL(origin).port), "127.0.0.1").pause()
      socket.write(`GET /markets?large=${n} HTTP/1.1\r\nHost: a\r\nrsc: 1\r\n\r\n`)
      return socket
    })
    await vi.waitFor(() => expect(seen).toHaveLength(3))
    expect((await get("/markets?after", RSC)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })
})

const RSC = { rsc: "1" }

/** The bytes as they come, which fetch decompresses. */
function readRaw(target: string, encoding: string) {
  return new Promise<{ head: string; body: Buffer }>((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = createConnection(Number(new URL(origin).port), "127.0.0.1", () => {
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nx-client: 10.0.0.${clients}\r\n` +
          `Accept-Encoding: ${encoding}\r\n\r\n`,
      )
    })
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", reject)
    socket.on("close", () => {
      const all = Buffer.concat(chunks)
      const end = all.indexOf("\r\n\r\n")
      resolve({ head: all.subarray(0, end).toString(), body: all.subarray(end + 4) })
    })
  })
}
