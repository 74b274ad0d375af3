import { describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { notFoundHandlers, resource, route } from "@/lib/api/route"
import { pool } from "@/lib/db/client"
import { offsetPage, offsetQuery, toOffsetPage } from "@/lib/http/pagination"
import { remedyOf } from "@/lib/http/remedies"
import { SHARED_HEADERS } from "@/lib/http/request"
import { rawJson } from "@/lib/http/response"
import { address, singleLineText, txHash } from "@/lib/http/wire"
import { log as logger } from "@/lib/telemetry/logger"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"

const base = { summary: "Test", tag: "Test" }
const echo = z.looseObject({})

const open = resource({
  GET: route({
    ...base,
    auth: "none",
    query: offsetQuery.extend({ search: singleLineText({ max: 10 }).optional() }),
    response: offsetPage(z.object({ search: z.string().nullable() })),
    handler: ({ query }) => toOffsetPage([{ search: query.search ?? null }], 1, query),
  }),
  POST: route({
    ...base,
    auth: "none",
    body: z.object({
      title: singleLineText({ min: 1, max: 5 }),
      count: z.int().optional(),
      list: z.array(z.string()).optional(),
      parent: address.optional(),
      cleared: z.string().nullable().optional(),
    }),
    response: echo,
    handler: ({ body }) => body,
  }),
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  call(open, { method: "POST", body, headers })
const asJson = { "content-type": "application/json" }

describe("a JSON body", () => {
  test.each([
    ["malformed", '{"title":'],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["a lone surrogate in a value", '{"title":"\\ud800"}'],
    ["a lone surrogate in a name", '{"title":"a","\\udc00":1}'],
    ["33 levels", `{"x":${"[".repeat(32)}${"]".repeat(32)}}`],
  ])("400 INVALID_JSON: %s", async (_, body) => {
    expect(await post(body, asJson)).toMatchObject({ status: 400, body: { code: "INVALID_JSON" } })
  })

  test("32 levels are read, and brackets inside strings do not count", async () => {
    const nested = `{"title":"[[\\"","x":${"[".repeat(31)}${"]".repeat(31)},"y":"${"[".repeat(40)}"}`
    expect(await post(nested, asJson)).toMatchObject({ status: 200 })
  })

  test("a surrogate pair written as escapes is text", async () => {
    expect((await post('{"title":"\\ud83c\\udf34"}', asJson)).body).toEqual({ title: "🌴" })
  })

  test.each(["[]", '"text"', "1", "null"])("400: %s is no object", async (body) => {
    expect(await post(body, asJson)).toMatchObject({ body: { code: "VALIDATION_FAILED" } })
  })

  test.each([
    ["text/plain", "{}"],
    ["application/x-www-form-urlencoded", "title=a"],
    ["application/jsonp", "{}"],
    ["multipart/form-data; boundary=x", "--x--"],
  ])("415: sent as %s", async (type, body) => {
    const answer = await post(body, { "content-type": type })
    expect(answer).toMatchObject({ status: 415, body: { code: "UNSUPPORTED_MEDIA_TYPE" } })
  })

  test("415: bytes without a content type", async () => {
    expect((await post(new TextEncoder().encode("{}"))).status).toBe(415)
  })

  test.each(["application/json; charset=utf-8", "application/vnd.atoll+json", "Application/JSON"])(
    "is read when sent as %s",
    async (type) => {
      expect((await post('{"title":"a"}', { "content-type": type })).status).toBe(200)
    },
  )

  test("an empty body is the empty object, whatever its type", async () => {
    const answer = await post("", { "content-type": "text/plain" })
    expect(answer.body.details).toEqual([{ path: "title", message: "is required" }])
  })

  test("413: declared too large", async () => {
    const answer = await post("{}", { ...asJson, "content-length": "65537" })
    expect(answer).toMatchObject({ status: 413, body: { code: "BODY_TOO_LARGE" } })
  })

  test("65,536 bytes are read, one more is 413", async () => {
    const padded = (size: number) => `{"title":"a","x":"${"x".repeat(size - 20)}"}`
    expect(padded(65_536)).toHaveLength(65_536)
    expect((await post(padded(65_536), asJson)).status).toBe(200)
    expect((await post(padded(65_537), asJson)).status).toBe(413)
  })

  test("reading stops at the cap of a stream without declared length", async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent++
        controller.enqueue(new Uint8Array(16_384))
      },
    })
    const request = new Request("http://localhost/x", {
      method: "POST",
      body: endless,
      headers: asJson,
      duplex: "half",
    } as RequestInit)
    const response = await open.POST(request, { params: Promise.resolve({}) })
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(8)
  })
})

describe("fields", () => {
  test.each([
    [{ title: 1 }, "title"],
    [{ title: "a", count: "1" }, "count"],
    [{ title: "a", count: 1.5 }, "count"],
    [{ title: "a", list: {} }, "list"],
    [{ title: "a", list: [1] }, "list.0"],
    [{ title: ["a"] }, "title"],
    [{ title: "abcdef" }, "title"],
    [{ title: "a", parent: "0x12" }, "parent"],
    [{ title: null }, "title"],
    [{ title: " \u200b\u202e\u0000\n" }, "title"],
  ])("400: %j names %s", async (body, path) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } })
    expect(answer.body.details.map((detail) => detail.path)).toEqual([path])
  })

  test("all that is wrong is named at once", async () => {
    const { body } = await post({ title: 1, count: "1" })
    expect(body.details.map(({ path }) => path)).toEqual(["title", "count"])
  })

  test("unknown fields are ignored, the ones JavaScript finds special among them", async () => {
    const hostile = '{"title":"a","__proto__":{"polluted":1},"constructor":{"x":1},"extra":1}'
    expect((await post(hostile, asJson)).body).toEqual({ title: "a" })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test("null equals absence, unless the field gives null a meaning", async () => {
    const { body } = await post({ title: "a", count: null, cleared: null })
    expect(body).toEqual({ title: "a", cleared: null })
  })

  test("markup is text", async () => {
    expect((await post({ title: "<b>';" })).body).toEqual({ title: "<b>';" })
  })

  test("addresses of any case are answered in lower case", async () => {
    const { body } = await post({ title: "a", parent: `0x${"aB".repeat(20)}` })
    expect(body).toMatchObject({ parent: `0x${"ab".repeat(20)}` })
  })

  test("a field may have a code of its own", async () => {
    const sync = resource({
      POST: route({
        ...base,
        auth: "none",
        body: z.object({ txHash }),
        fieldCodes: { txHash: "INVALID_TX_HASH" },
        response: echo,
        handler: ({ body }) => body,
      }),
    })
    for (const body of [{}, { txHash: 1 }, { txHash: "0x12" }, { txHash: "ab".repeat(32) }]) {
      const answer = await call(sync, { method: "POST", body })
      expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_TX_HASH" } })
    }
  })
})

describe("a query", () => {
  test.each(["0", "-1", "1.5", "1e3", "0x10", "", " 1", "+1", "2147483648"])(
    "400: page or limit %j",
    async (value) => {
      for (const name of ["page", "limit"]) {
        const answer = await call(open, { query: { [name]: value } })
        expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } })
        expect(answer.body.details[0]?.path).toBe(name)
      }
    },
  )

  test("limit above the maximum is clamped and echoed", async () => {
    const { body } = await call(open, { query: { limit: 5000, page: 2_147_483_647 } })
    expect(body.pagination).toMatchObject({ limit: 100, page: 2_147_483_647, hasMore: false })
  })

  test("the first of repeated parameters counts, unknown ones are ignored", async () => {
    const query = new URLSearchParams("page=2&page=x&__proto__=1&other=1")
    expect((await call(open, { query })).body.pagination.page).toBe(2)
  })
})

describe("methods", () => {
  test("405: another method, with what is allowed", async () => {
    const answer = await call(open, { method: "PUT" })
    expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } })
    expect(answer.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS")
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8")
  })

  test("HEAD answers as GET without a body", async () => {
    const get = await call(open)
    const head = await call(open, { method: "HEAD" })
    expect(head).toMatchObject({ status: 200, text: "" })
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"))
    expect(await call(open, { method: "HEAD", query: { page: 0 } })).toMatchObject({
      status: 400,
      text: "",
    })
  })

  test("404: an unknown path, whatever the method", async () => {
    for (const method of ["GET", "POST", "DELETE"] as const) {
      const answer = await call(notFoundHandlers(), { method })
      expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } })
    }
  })

  test("404: a segment that hides a slash", async () => {
    const one = resource({
      GET: route({
        ...base,
        auth: "none",
        params: z.object({ id: z.string() }),
        response: echo,
        handler: ({ params }) => params,
      }),
    })
    for (const id of ["../secret", "a%2Fb", "..", "a\\b"]) {
      expect(await call(one, { params: { id } })).toMatchObject({ status: 404 })
    }
    expect(await call(one, { params: { id: "a..b" } })).toMatchObject({ status: 200 })
  })

  test("400: a request line above 8,192 bytes", async () => {
    const line = (size: number) => `/x?y=${"y".repeat(size - "GET /x?y= HTTP/1.1".length)}`
    const long = (size: number) =>
      open.GET(new Request(`http://localhost${line(size)}`), { params: Promise.resolve({}) })
    expect((await long(8_192)).status).toBe(200)
    expect((await long(8_193)).status).toBe(400)
  })
})

describe("answers", () => {
  test("every answer carries its request id, the client's when it is well-formed", async () => {
    const named = await call(open, { headers: { "x-request-id": "my-request_1" } })
    expect(named.headers.get("x-request-id")).toBe("my-request_1")
    const refused = await call(open, { method: "PUT", headers: { "x-request-id": "short" } })
    expect(refused.body.requestId).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
    expect(refused.headers.get("x-request-id")).toBe(refused.body.requestId)
    expect(Object.keys(refused.body)).toEqual(["error", "code", "requestId", "remedy"])
    expect(refused.body.remedy).toBe(remedyOf("METHOD_NOT_ALLOWED"))
  })

  test("refusals and successes carry the security headers", async () => {
    for (const { headers } of [await call(open), await call(open, { method: "PUT" })]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      })
      expect(headers.has("strict-transport-security")).toBe(false)
    }
  })

  test("304: the tag of an answer, also among others or weakened by a cache", async () => {
    const first = await call(open)
    const etag = first.headers.get("etag") ?? ""
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const held of [etag, `"other", W/${etag}`, "*"]) {
      const again = await call(open, { headers: { "if-none-match": held } })
      expect(again).toMatchObject({ status: 304, text: "" })
      expect(again.headers.get("etag")).toBe(etag)
      expect(again.headers.get("x-ratelimit-remaining")).toBe("29")
    }
    const other = await call(open, { headers: { "if-none-match": '"other"' } })
    expect(other.status).toBe(200)
  })

  test("prepared JSON is answered as it is", async () => {
    const ready = resource({
      GET: route({ ...base, auth: "none", response: echo, handler: () => rawJson('{"a": 1}') }),
    })
    expect((await call(ready)).text).toBe('{"a": 1}')
  })

  test("500: a defect is logged once under the request id, and tells nothing", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const broken = resource({
      GET: route({
        ...base,
        auth: "none",
        response: echo,
        handler: () => {
          throw new Error("the secret of the house")
        },
      }),
    })
    const { status, body, text, headers } = await call(broken)
    expect([status, body.code]).toEqual([500, "INTERNAL_ERROR"])
    expect(text).not.toContain("secret")
    expect(headers.get("cache-control")).toBe("no-store")
    expect(log).toHaveBeenCalledTimes(1)
    expect(log.mock.calls[0]?.[0]).toMatchObject({ requestId: body.requestId })
    log.mockRestore()
  })

  test("500: an answer that breaks its own contract does not leave the house", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const wrong = resource({
      GET: route({
        ...base,
        auth: "none",
        response: z.object({ id: z.int() }),
        handler: () => ({ id: Number.NaN }),
      }),
    })
    expect((await call(wrong)).status).toBe(500)
    expect(log).toHaveBeenCalledTimes(1)
    log.mockRestore()
  })

  test("503: the database is away", async () => {
    const log = vi.spyOn(logger, "error").mockImplementation(() => {})
    const away = (fail: () => Promise<object>) =>
      resource({
        GET: route({
          ...base,
          auth: "none",
          response: echo,
          handler: async () => ({ done: await fail() }),
        }),
      })
    const ended = async () => {
      const { Pool } = await import("pg")
      return new Pool({ connectionString: "postgresql://nobody@127.0.0.1:1/none" }).query(
        "select 1",
      )
    }
    const stopping = () => pool().query("do $$ begin raise sqlstate '57P01'; end $$")
    for (const fail of [ended, stopping]) {
      const answer = await call(away(fail))
      expect(answer).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } })
      expect(answer.headers.get("retry-after")).toBe("5")
    }
    expect(log).toHaveBeenCalledTimes(2)
    log.mockRestore()
  })
})

describe("who may keep an answer", () => {
  const reading = (auth: "none" | "key" | "either" | "session") =>
    resource({
      GET: route({ ...base, auth, response: echo, handler: () => ({}) }),
      POST: route({ ...base, auth, body: echo, response: echo, handler: () => ({}) }),
    })

  test("public reads are revalidated, private ones are not shared, sessions are not kept", async () => {
    const { key } = await createApiKey()
    const { cookie } = await createSession()
    const none = await call(reading("none"))
    expect(none.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
    for (const auth of ["key", "either"] as const) {
      const { headers } = await call(reading(auth), { as: { key } })
      expect(headers.get("cache-control")).toBe("private, no-cache")
      expect(headers.get("vary")).toBe("X-API-Key, Authorization, Cookie")
    }
    const session = await call(reading("session"), { as: { cookie } })
    expect(session.headers.get("cache-control")).toBe("no-store")
    const written = await call(reading("none"), { method: "POST" })
    expect(written.headers.get("cache-control")).toBe("no-store")
    expect(written.headers.has("etag")).toBe(false)
  })

  test("other origins may use what needs no cookie", async () => {
    const preflight = {
      "access-control-request-method": "GET",
      origin: "https://elsewhere.example",
    }
    for (const auth of ["none", "key", "either"] as const) {
      const handlers = reading(auth)
      const { status, headers } = await call(handlers, { method: "OPTIONS", headers: preflight })
      expect(status).toBe(204)
      expect(Object.fromEntries(headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST, PATCH, DELETE",
        "access-control-allow-headers": SHARED_HEADERS.join(", "),
        "access-control-max-age": "86400",
      })
      expect(headers.has("access-control-allow-credentials")).toBe(false)
    }
    const { headers } = await call(reading("none"))
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(headers.get("access-control-expose-headers")).toContain("X-Indexed-Block")
  })

  test("session-only operations send no CORS headers", async () => {
    const handlers = reading("session")
    const preflight = await call(handlers, {
      method: "OPTIONS",
      headers: { "access-control-request-method": "GET" },
    })
    const refused = await call(handlers)
    for (const { headers } of [preflight, refused]) {
      expect(headers.has("access-control-allow-origin")).toBe(false)
    }
  })
})
