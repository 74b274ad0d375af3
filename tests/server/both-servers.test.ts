import { request as httpRequest, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import * as unknownRoute from "@/app/api/[[...path]]/route"
import * as nonceRoute from "@/app/api/auth/nonce/route"
import * as tokensRoute from "@/app/api/v1/tokens/route"
import { type Resource, resource, route } from "@/lib/api/route"
import { peerHeader } from "@/lib/http/client-ip"
import { ApiError, type ErrorCode, errorStatus } from "@/lib/http/errors"
import { RawBody, withStatus } from "@/lib/http/response"
import { createRouteTable } from "@/lib/http/route-table"
import { log as logger } from "@/lib/telemetry/logger"
import { createServer } from "@/server/http-server"
import { answerRoutes } from "@/server/routes"
import { createApiKey } from "@/tests/helpers/auth"
import { windowStart } from "@/tests/helpers/rate-window"

process.env.RATE_LIMIT_IP = "1000"
process.env.RATE_LIMIT_PAGE = "2"

const base = { summary: "Test", tag: "Test", auth: "none", response: z.unknown() } as const
const LONG_TEXT = "0123456789äöü".repeat(200)

const codes = [...new Map(Object.entries(errorStatus).map(([code, status]) => [status, code]))].map(
  ([, code]) => code as ErrorCode,
)

const echo = resource({
  GET: route({
    ...base,
    query: z.object({ text: z.string().max(100).optional() }),
    handler: ({ query, request, ip, headers }) => {
      headers.push(["Set-Cookie", "a=1"], ["Set-Cookie", "b=2"])
      const [from, other] = (["last-event-id", "mcp-name"] as const).map((name) =>
        request.headers.get(name),
      )
      return { query, from, other, has: request.headers.has("last-event-id"), ip: ip === "" }
    },
  }),
  POST: route({
    ...base,
    bodyTypes: ["json", "multipart"],
    body: z.looseObject({ file: z.instanceof(File).optional() }),
    status: 201,
    handler: async ({ body: { file, ...fields } }) => ({ fields, file: await file?.text() }),
  }),
  PATCH: route({ ...base, body: z.looseObject({}), handler: ({ body }) => body }),
  DELETE: route({ ...base, csrf: "always", handler: () => withStatus(200, {}) }),
})

const failing = resource({
  GET: route({
    ...base,
    limit: "none",
    query: z.object({ code: z.string() }),
    handler: ({ query: { code } }) => {
      if (code === "none") throw new Error("unexpected")
      throw new ApiError(code as ErrorCode, "Refused", { retryAfter: 7 })
    },
  }),
})

const streamOf = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })

const responses: Record<string, () => Response> = {
  stream: () =>
    new Response(streamOf("one,", LONG_TEXT), { headers: { "Content-Type": "text/csv" } }),
  picture: () => new Response(Buffer.alloc(3_000, 7), { headers: { "Content-Type": "image/png" } }),
  redirect: () => new Response(null, { status: 302, headers: { Location: "/elsewhere?a=b" } }),
  empty: () => new Response(null, { status: 304, headers: { ETag: '"e"' } }),
}

const entries: [string, Resource][] = [
  ["/api/echo", echo],
  ["/api/failing", failing],
  ["/api/keyed", tokensRoute as unknown as Resource],
  ["/api/nonce", nonceRoute as unknown as Resource],
  ["/api/[[...path]]", unknownRoute],
  [
    "/api/limited",
    resource({ GET: route({ ...base, limit: "page", handler: () => ({}) }) }) as Resource,
  ],
  [
    "/api/html",
    resource({
      GET: route({
        ...base,
        cache: 60,
        handler: () => new RawBody(`<p>${LONG_TEXT}`, "text/html; charset=utf-8"),
      }),
    }) as Resource,
  ],
  [
    "/api/made/[name]",
    resource({
      GET: route({
        ...base,
        params: z.object({ name: z.string() }),
        handler: ({ params: { name } }) => responses[name]?.() ?? {},
      }),
    }) as Resource,
  ],
]

let server: Server
let keys: string[]

beforeAll(async () => {
  const framework = vi.fn(async () => {})
  server = createServer(framework, [answerRoutes(entries)])
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  keys = [(await createApiKey()).key, (await createApiKey()).key]
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: BodyPart }
type BodyPart = string | Buffer
type Received = { status: number; headers: [string, string][]; body: Buffer }

/** Over HTTP, answered by our own server. */
function askServer({ path, method = "GET", headers = {}, body }: Sent): Promise<Received> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("end", () => {
        const { statusCode: status = 0, rawHeaders: raw } = response
        const pairs = raw.flatMap((name, at) =>
          at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as [string, string]] : [],
        )
        resolve({ status, headers: pairs, body: Buffer.concat(chunks) })
      })
    })
    sent.on("error", reject)
    sent.end(body)
  })
}

const find = createRouteTable(entries)

/** As the framework calls the route file. */
async function askHandler({ path, method = "GET", headers, body }: Sent): Promise<Received> {
  const match = find(path.replace(/\?.*/s, ""))
  if (!match) throw new Error(`Nothing at ${path}`)
  const all = { ...headers, [peerHeader()]: "10.1.2.3" }
  const init = { method, headers: all, body: body as BodyInit | undefined, duplex: "half" }
  const request = new Request(`http://localhost${path}`, init as RequestInit)
  const handler = match.value[method as keyof Resource]
  const response = await handler(request, { params: Promise.resolve(match.params as never) })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: [...response.headers], body: bytes }
}

/** What a server adds for the connection, and what follows from the way the body travels. */
const OF_THE_CONNECTION = /^(date|connection|keep-alive|content-length|transfer-encoding)$/

function comparable({ status, headers, body }: Received) {
  const kept = headers.flatMap(([name, value]) => {
    if (OF_THE_CONNECTION.test(name)) return []
    if (name === "vary")
      return value
        .split(", ")
        .filter((each) => each !== "Accept-Encoding")
        .map((each) => `vary: ${each}`)
    // The two are asked one after the other, maybe across a second.
    if (name === "x-ratelimit-reset") return [name]
    return [`${name}: ${name === "ratelimit" ? value.replace(/t=\d+/, "t=") : value}`]
  })
  return { status, headers: kept.sort(), body: body.toString("latin1") }
}

const withId = (sent: Sent): Sent => ({
  ...sent,
  headers: { "x-request-id": "the-request-1", ...sent.headers },
})

async function compare(sent: Sent, sentToFramework = sent) {
  const own = await askServer(withId(sent))
  const framework = await askHandler(withId(sentToFramework))
  expect(comparable(own)).toEqual(comparable(framework))
  return own
}

const json = (body: string) => ({
  body,
  headers: { "content-type": "application/json", "content-length": `${Buffer.byteLength(body)}` },
})
const isLogged = () => vi.spyOn(logger, "error").mockImplementation(() => {})

describe("our own server and the framework answer alike:", () => {
  test.each([
    ["GET", 200, { path: "/api/echo?text=a%20b&text=c" }],
    [
      "GET with headers and cookies",
      200,
      { path: "/api/echo", headers: { "Last-Event-ID": "ä", cookie: "a=b; c=d" } },
    ],
    ["GET with an odd query", 200, { path: `/api/echo?text='<{|}>&&=&%FF%zz` }],
    ["GET with an invalid query", 400, { path: `/api/echo?text=${"x".repeat(101)}` }],
    ["GET with NUL", 400, { path: "/api/echo?text=%00" }],
    ["a long request line", 400, { path: `/api/echo?text=${"x".repeat(8_200)}` }],
    ["HEAD", 200, { path: "/api/echo", method: "HEAD" }],
    ["HEAD of an error", 400, { path: "/api/failing?code=VALIDATION_FAILED", method: "HEAD" }],
    [
      "a preflight",
      204,
      {
        path: "/api/echo",
        method: "OPTIONS",
        headers: { origin: "http://a", "access-control-request-method": "POST" },
      },
    ],
    ["a method that is not declared", 405, { path: "/api/echo", method: "PUT" }],
    ["an unknown path", 404, { path: "/api/x/y" }],
    ["POST", 201, { path: "/api/echo", method: "POST", ...json('{"a":[1,"ä"],"b":null}') }],
    ["POST without a body", 201, { path: "/api/echo", method: "POST" }],
    ["PATCH", 200, { path: "/api/echo", method: "PATCH", ...json('{"a":{}}') }],
    ["DELETE", 200, { path: "/api/echo", method: "DELETE" }],
    [
      "DELETE from another site",
      403,
      { path: "/api/echo", method: "DELETE", headers: { origin: "http://evil" } },
    ],
    ["broken JSON", 400, { path: "/api/echo", method: "POST", ...json('{"a":') }],
    [
      "another type of body",
      415,
      {
        path: "/api/echo",
        method: "PATCH",
        body: "a=b",
        headers: { "content-type": "text/plain" },
      },
    ],
    [
      "a body that says it is too large",
      413,
      { path: "/api/echo", method: "PATCH", ...json(`"${"x".repeat(70_000)}"`) },
    ],
    ["a cached document", 200, { path: "/api/html" }],
    ["a stream", 200, { path: "/api/made/stream" }],
    ["HEAD of a stream", 200, { path: "/api/made/stream", method: "HEAD" }],
    ["a picture", 200, { path: "/api/made/picture" }],
    ["a redirect", 302, { path: "/api/made/redirect" }],
    ["304 of a handler", 304, { path: "/api/made/empty" }],
    ["a keyed list without a key", 401, { path: "/api/keyed" }],
    [
      "a keyed list with a wrong key",
      401,
      { path: "/api/keyed", headers: { "x-api-key": "atoll_x" } },
    ],
    [
      "a cookie that is no session",
      401,
      { path: "/api/keyed", headers: { cookie: "atoll_session=x" } },
    ],
    ["a nonce without an address", 400, { path: "/api/nonce" }],
  ] as [string, number, Sent][])("%s: %i", async (_, status, sent) => {
    expect((await compare(sent)).status).toBe(status)
  })

  test.each(codes.map((code) => [errorStatus[code], code] as const))(
    "error %i %s",
    async (status, code) => {
      expect((await compare({ path: `/api/failing?code=${code}` })).status).toBe(status)
    },
  )

  test("an unexpected error: 500", async () => {
    const log = isLogged()
    const { status, body } = await compare({ path: "/api/failing?code=none" })
    expect([status, JSON.parse(`${body}`).code]).toEqual([500, "INTERNAL_ERROR"])
    expect(log).toHaveBeenCalledTimes(2)
    log.mockRestore()
  })

  test("a form with a file: 201", async () => {
    const form = new FormData()
    form.set("name", "ä")
    form.set("file", new File(["in the file"], "a.txt"))
    const encoded = new Response(form)
    const headers = { "content-type": encoded.headers.get("content-type") ?? "" }
    const body = Buffer.from(await encoded.arrayBuffer())
    const answer = await compare({ path: "/api/echo", method: "POST", headers, body })
    expect(JSON.parse(`${answer.body}`)).toEqual({ fields: { name: "ä" }, file: "in the file" })
  })

  test("a keyed list and what has not changed since: 200, 304", async () => {
    // A key each: the two share the window of a key.
    const ask = (headers: Record<string, string>) => {
      const [first, second] = keys.map((key) => ({
        path: "/api/keyed?limit=1",
        headers: { ...headers, "x-api-key": key },
      }))
      return compare(first as Sent, second)
    }
    const { status, headers: received } = await ask({})
    expect(status).toBe(200)
    const etag = received.find(([name]) => name === "etag")?.[1] ?? ""
    expect((await ask({ "if-none-match": etag })).status).toBe(304)
  })

  test("a client beyond its limit: 429", async () => {
    await windowStart()
    const answers = [1, 2, 3].map(() => compare({ path: "/api/limited" }))
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe("our own server", () => {
  const headerOf = ({ headers }: Received, headerName: string) =>
    headers.find(([name]) => name === headerName)?.[1]

  test.each(["/api/html", "/api/made/stream"])(
    "compresses %s where the client takes it",
    async (path) => {
      const plain = await askServer({ path })
      const packed = await askServer({ path, headers: { "accept-encoding": "br, gzip;q=0.5" } })
      expect(headerOf(packed, "content-encoding")).toBe("gzip")
      expect(headerOf(plain, "content-encoding")).toBeUndefined()
      expect([headerOf(packed, "vary"), headerOf(plain, "vary")]).toEqual([
        "Accept-Encoding",
        "Accept-Encoding",
      ])
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
      expect(headerOf(packed, "etag")).toBe(headerOf(plain, "etag"))
      const refused = await askServer({ path, headers: { "accept-encoding": "gzip;q=0" } })
      expect(headerOf(refused, "content-encoding")).toBeUndefined()
      const head = await askServer({ path, method: "HEAD", headers: { "accept-encoding": "gzip" } })
      expect([headerOf(head, "vary"), headerOf(head, "content-encoding")]).toEqual([
        "Accept-Encoding",
        undefined,
      ])
    },
  )

  test("does not compress pictures and what is small", async () => {
    for (const path of ["/api/made/picture", "/api/echo"]) {
      const answer = await askServer({ path, headers: { "accept-encoding": "gzip" } })
      expect(headerOf(answer, "content-encoding")).toBeUndefined()
    }
  })

  test("refuses a body that goes on, and the connection serves the next request", async () => {
    const body = Buffer.alloc(3_000_000, 32)
    const headers = { "content-type": "application/json" }
    const answer = await askServer({
      path: "/api/echo",
      method: "PATCH",
      headers: { ...headers, "transfer-encoding": "chunked" },
      body,
    })
    expect(answer.status).toBe(413)
    expect((await askServer({ path: "/api/echo" })).status).toBe(200)
  })
})
