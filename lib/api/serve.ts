import { z } from "zod"
import { requireAdmin } from "@/lib/auth/admins"
import {
  actingFor,
  authenticate,
  type Caller,
  type Presented,
  presentedKey,
  refuseCrossSite,
  takesKey,
} from "@/lib/auth/caller"
import { capOf, parseBody, refuseDeclared, withBody } from "./body"
import { cachedPage, type Page } from "./cached-page"
import { clientIp } from "./client-ip"
import type { Contract, Method, Operation } from "./contract"
import { invalid, notFound } from "./errors"
import { position } from "./freshness"
import { isUnnameable, parseInput, queryOf } from "./parse"
import { rateHeaders, rateLimited, take, type Verdict } from "./rate-limit"
import { isHeld, JSON_TYPE, Prepared, WithStatus } from "./reply"
import { DATA_POLICY, securityHeaders } from "./security"

/** One request on its way to its answer; `headers` go on the answer, refusal or not. */
export type Exchange = { request: Request; id: string; headers: [string, string][] }

type Context = { params: Promise<Record<string, string | string[] | undefined>> }

/** Method, target and version of the request's first line, in bytes. */
const REQUEST_LINE_CAP = 8_192

/** The steps stand in the order in which the interface promises to refuse. */
export async function serve(
  operation: Operation,
  method: Method,
  exchange: Exchange,
  context: Context,
): Promise<Response> {
  const { contract } = operation
  const { request, headers } = exchange
  checkRequestLine(request)
  const params = contract.params && (await context.params)
  if (params && isUnnameable(params)) throw notFound("NOT_FOUND")
  const cap = capOf(contract.bodyTypes, request.headers.get("content-type"))
  if (method !== "GET") refuseDeclared(request, cap)

  const fresh = contract.fresh && !isCached(contract) ? position() : undefined
  // Awaited later; a failure of the database is reported by whoever awaits it.
  fresh?.catch(() => {})
  const ip = clientIp(request.headers)
  const presented = await presentedKey(request.headers, contract.auth)
  await limit(contract, request, presented, ip, headers)
  const caller = await identify(contract, method, exchange, presented)

  const known = { params, caller, ip, fresh }
  if (!contract.body) return perform(operation, method, exchange, { ...known, bytes: null })
  // Nothing is read of what is sent by who may not ask.
  return withBody(request, { cap }, (bytes) =>
    perform(operation, method, exchange, { ...known, bytes }),
  )
}

type Known = {
  params: Awaited<Context["params"]> | undefined
  caller: Caller | null
  ip: string
  fresh: ReturnType<typeof position> | undefined
  bytes: Uint8Array | null
}

/** Answers a request whose sender may ask. */
async function perform(
  { contract, handler }: Operation,
  method: Method,
  exchange: Exchange,
  { params, caller, ip, fresh, bytes }: Known,
): Promise<Response> {
  const { request, headers } = exchange
  const type = request.headers.get("content-type")
  const body = contract.body && parseBody(bytes, type, contract.bodyTypes)
  const query = contract.query && queryOf(request.url)
  const input = parseInput(contract, { params, query, body })

  const run = async () => {
    const before = headers.length
    const at = await (fresh ?? (contract.fresh ? position() : undefined))
    const snapshot = at?.snapshot
    const result = await handler({ ...input, request, caller, ip, snapshot, headers } as never)
    return { result, extra: [...headers.splice(before), ...(at?.headers ?? [])] }
  }
  if (isCached(contract)) {
    const key = `${new URL(request.url).pathname} ${JSON.stringify([input.params, input.query])}`
    const compute = async (): Promise<Page> => {
      const { result, extra } = await run()
      return { body: prepare(contract, result), headers: extra }
    }
    const page = await cachedPage(key, contract.cache, compute)
    headers.push(...page.headers)
    return respond(contract, method, exchange, page.body)
  }
  const { result, extra } = await run()
  headers.push(...extra)
  if (result instanceof Response) return passOn(result, exchange)
  return respond(contract, method, exchange, prepare(contract, result))
}

type Cached = Contract & { cache: number }

const isCached = (contract: Contract): contract is Cached => typeof contract.cache === "number"

function checkRequestLine({ method, url }: Request) {
  const target = url.indexOf("/", url.indexOf("//") + 2)
  const bytes = method.length + url.length - target + " ".length + " HTTP/1.1".length
  if (bytes > REQUEST_LINE_CAP) {
    throw invalid("", `The request line is longer than ${REQUEST_LINE_CAP} bytes`)
  }
}

async function limit(
  { limit: window = "ip" }: Contract,
  request: Request,
  { holder }: Presented,
  ip: string,
  headers: [string, string][],
) {
  if (window === "none") return
  const verdict = holder
    ? await take("key", holder.id)
    : await take(window, windowId(window, request, ip))
  headers.push(...rateHeaders(verdict))
  if (!verdict.isAllowed) throw rateLimited(verdict)
}

/** The sync operations have a window each; the others of a policy share theirs. */
function windowId(window: Verdict["policy"], request: Request, ip: string) {
  return window === "sync" ? `${new URL(request.url).pathname}:${ip}` : ip
}

async function identify(
  { auth, csrf, namesWallet }: Contract,
  method: Method,
  { request, headers }: Exchange,
  presented: Presented,
): Promise<Caller | null> {
  const caller = await authenticate(request.headers, auth, presented, headers)
  if (csrf || (method !== "GET" && caller?.via === "session")) refuseCrossSite(request.headers)
  if (!caller || auth === "session?" || namesWallet) return caller
  const acting = actingFor(caller, request.headers)
  if (auth === "admin") requireAdmin(acting.wallet)
  return acting
}

function prepare({ response }: Contract, result: unknown): Prepared {
  if (result instanceof Prepared) return result
  const { status, value } =
    result instanceof WithStatus ? result : { status: undefined, value: result }
  return new Prepared(JSON.stringify(z.encode(response, value as never)), JSON_TYPE, status)
}

function respond(contract: Contract, method: Method, exchange: Exchange, body: Prepared) {
  const status = body.status ?? contract.status ?? 200
  const headers: [string, string][] = [
    ["Cache-Control", cacheControl(contract, method, status)],
    ["X-Request-Id", exchange.id],
    ["Content-Security-Policy", body.policy ?? DATA_POLICY],
    ...(securityHeaders() as [string, string][]),
    ...exchange.headers,
  ]
  if (takesKey(contract.auth)) {
    headers.push(["Vary", "X-API-Key, Cookie"])
  }
  const type = { "Content-Type": body.type }
  if (method !== "GET" || status !== 200) {
    return withHeaders(new Response(body.text, { status, headers: type }), headers)
  }
  headers.push(["ETag", body.etag])
  if (isHeld(exchange.request.headers.get("if-none-match"), body.etag)) {
    return withHeaders(new Response(null, { status: 304 }), headers)
  }
  return withHeaders(new Response(body.text, { headers: type }), headers)
}

/** Adding headers costs half of what handing the pairs to the constructor does. */
function withHeaders(response: Response, headers: readonly [string, string][]) {
  for (const [name, value] of headers) response.headers.append(name, value)
  return response
}

function cacheControl({ auth, cache }: Contract, method: Method, status: number) {
  if (method !== "GET" || status !== 200 || cache === "no-store") return "no-store"
  if (typeof cache === "number") return `public, max-age=${cache}`
  if (auth === "none") return "public, max-age=0, must-revalidate"
  return auth === "session" || auth === "session?" ? "no-store" : "private, no-cache"
}

/** A response the handler made itself, such as a redirect, with the headers every answer has. */
function passOn(made: Response, exchange: Exchange) {
  const headers = new Headers(made.headers)
  if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store")
  headers.set("X-Request-Id", exchange.id)
  for (const [name, value] of [...securityHeaders(), ...exchange.headers])
    headers.append(name, value)
  return new Response(made.body, { status: made.status, headers })
}
