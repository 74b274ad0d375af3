import { isDeepStrictEqual } from "node:util"
import { expect } from "vitest"
import { z } from "zod"
import { errorCodesOf, type Method, type Schema } from "@/lib/api/contract"
import type { Handler, Resource } from "@/lib/api/route"
import { peerHeader } from "@/lib/http/client-ip"
import type { RouteParams } from "@/lib/http/request"

/** How a request is authenticated: `{ key }` or `{ cookie }`, as `newKey` and `signedIn` return them. */
export type Credentials = { key: string } | { cookie: string }

type Verb = keyof Resource

type Options<M> = {
  method?: M
  params?: Record<string, string | string[]>
  query?: Record<string, string | number | boolean> | URLSearchParams
  /** A value is sent as JSON, a form as multipart/form-data; text, bytes and streams as they are, with the given content type or none. */
  body?: unknown
  headers?: Record<string, string>
  as?: Credentials
  /** Default: another client for each call, so that tests do not share a rate window. */
  ip?: string
  /** Path of the request; matters where windows or pages are kept by path. May end with a query as it is sent. */
  path?: string
}

type ErrorBody = {
  error: string
  code: string
  requestId: string
  remedy: string
  details: { path: string; message: string }[]
}

type BodyOf<H> =
  H extends Handler<infer O>
    ? O extends { contract: { response: infer R extends Schema } }
      ? z.input<R> & ErrorBody
      : ErrorBody
    : never

export type Answer<B> = { status: number; headers: Headers; body: B; text: string }

let clients = 0

/**
 * Calls a route, and fails when status or code is not declared by its contract, or when
 * the body is not exactly what the contract's response schema describes.
 */
export async function call<T extends object, M extends Verb & keyof T = "GET" & keyof T>(
  handlers: T,
  options: Options<M> = {},
): Promise<Answer<BodyOf<T[M]>>> {
  const method = options.method ?? "GET"
  const handler = handlers[method as keyof T] as Handler<never>
  const response = await answerOf(handler, requestOf(method, options), options.params ?? {})
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  const body = isJson && text ? JSON.parse(text) : undefined
  if (method !== "OPTIONS") checkDeclared(handler, method, response.status, body)
  return { status: response.status, headers: response.headers, body, text }
}

/** The route handler itself; with TESTS_OVER_HTTP=1 our own server, by the same declaration. */
async function answerOf(
  handler: Handler<never>,
  request: Request,
  params: RouteParams,
): Promise<Response> {
  if (process.env.TESTS_OVER_HTTP !== "1" || !("answer" in handler)) {
    return handler(request, { params: Promise.resolve(params) })
  }
  const { callOverHttp } = await import("./http-call")
  return callOverHttp(handler.answer, request, params)
}

function requestOf(method: string, { query, body, as, ip, path = "/", ...rest }: Options<string>) {
  const url = new URL(path, "http://localhost:3000")
  const pairs =
    query instanceof URLSearchParams
      ? query
      : new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, `${value}`]))
  if (query) url.search = pairs.toString()
  const headers = new Headers(rest.headers)
  headers.set(peerHeader(), ip ?? nextClient())
  if (as && "key" in as) headers.set("X-API-Key", as.key)
  if (as && "cookie" in as) headers.set("Cookie", as.cookie)
  const isRaw =
    body === undefined ||
    typeof body === "string" ||
    body instanceof Uint8Array ||
    body instanceof FormData ||
    body instanceof ReadableStream
  if (!isRaw && !headers.has("content-type")) headers.set("Content-Type", "application/json")
  const sent = isRaw ? body : JSON.stringify(body)
  const length = typeof sent === "string" ? Buffer.byteLength(sent) : sizeOf(sent)
  // As a client over HTTP declares what it knows.
  if (length !== undefined && !headers.has("content-length"))
    headers.set("Content-Length", `${length}`)
  const options = { method, headers, body: sent as BodyInit | null, duplex: "half" }
  return new Request(url, options)
}

const sizeOf = (body: unknown) => (body instanceof Uint8Array ? body.byteLength : undefined)

function nextClient() {
  clients++
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
}

function checkDeclared(handler: Handler<never>, method: string, status: number, body: unknown) {
  const contract: Handler<object>["contract"] | undefined = handler.contract
  if (!contract || status === 304) return
  const {
    response,
    status: success = 200,
    otherStatuses = [],
  } = contract as {
    response: Schema
    status?: number
    otherStatuses?: readonly number[]
  }
  if (status !== success && !otherStatuses.includes(status)) {
    const declared = [...errorCodesOf(method === "HEAD" ? "GET" : (method as Method), contract)]
    if (method !== "HEAD") expect(declared).toContain((body as ErrorBody).code)
    return
  }
  if (method !== "HEAD" && body !== undefined) checkShape(response, body)
}

/** Through the schema and back: a missing, mistyped or undescribed field shows as a difference. */
function checkShape(response: Schema, body: unknown) {
  const again: unknown = JSON.parse(JSON.stringify(z.encode(response, z.decode(response, body))))
  if (!isDeepStrictEqual(again, body)) expect(body).toEqual(again)
}
