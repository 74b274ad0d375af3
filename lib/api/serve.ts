import type { PoolClient } from "pg"
import {
  acceptsApiKey,
  applyWalletHeader,
  authenticate,
  type Caller,
  type Credentials,
  carriesKey,
  readApiKey,
  rejectCrossSite,
  requireAdmin,
} from "@/lib/auth/caller"
import { clientIp } from "@/lib/http/client-ip"
import { invalid, notFound, RETRY_SECONDS } from "@/lib/http/errors"
import { PushBody } from "@/lib/http/push-body"
import type { ApiRequest, RouteParams } from "@/lib/http/request"
import { type Answer, matchesEtag, type RawBody } from "@/lib/http/response"
import { DATA_CSP, securityHeaders } from "@/lib/http/security"
import { answerKept, beginReading, encodeResult, isKept } from "./answer-cache"
import { maxBodyBytes, parseBody, rejectDeclaredLength, withBody } from "./body"
import { type Contract, type Method, type Operation, topicsOf } from "./contract"
import { hasInvalidSegment, parseInput, parseQuery } from "./parse"
import {
  countRequest,
  type RateLimitResult,
  rateLimitedError,
  rateLimitHeaders,
} from "./rate-limit"
import { describePosition, findReplica, openOn, readAnywhere, shownTo } from "./read-position"
import { type CacheableResponse, cacheResponse } from "./response-cache"
import { readSnapshot } from "./snapshot"

/** State of one request; `headers` are sent with the response, also with an error. */
export type RequestContext = { request: ApiRequest; id: string; headers: [string, string][] }

export type RouteContext = { params: Promise<RouteParams> | RouteParams }

/** For the request line: method, target and version. */
const MAX_REQUEST_LINE_BYTES = 8_192

/** Runs an operation. The checks run in the order in which the specification lists their errors. */
export async function serve(
  operation: Operation,
  method: Method,
  exchange: RequestContext,
  context: RouteContext,
): Promise<Answer> {
  const { contract } = operation
  const { request, headers } = exchange
  checkRequestLine(request)
  const params = contract.params && (await context.params)
  if (params && hasInvalidSegment(params)) throw notFound("NOT_FOUND")
  const cap = maxBodyBytes(contract.bodyTypes, request.headers.get("content-type"))
  if (method !== "GET") rejectDeclaredLength(request, cap)

  // What is somebody's own is read on the primary.
  const mayDiffer = contract.readsReplica || (isKept(contract) && !contract.isOwn)
  const replica = mayDiffer ? await findReplica(request) : undefined
  const reading = isKept(contract) ? beginReading(topicsOf(contract, params), replica) : undefined
  const fresh =
    contract.isIndexed && !isCacheable(contract) && !reading ? readSnapshot() : undefined
  // Awaited in `runHandler`, which reports a failure.
  fresh?.catch(() => {})
  const ip = clientIp(request.headers)
  const credentials = await readApiKey(request.headers, contract.auth)
  await enforceRateLimit(contract, request, credentials, ip, headers)
  const caller = await identifyCaller(contract, method, exchange, credentials)

  const shown = shownTo(request.headers, credentials.holder?.position)
  if (isKept(contract) && reading) {
    const { url } = request
    const kept = { operation: { ...operation, contract }, url, params, caller, shown }
    const { body, headers: added } = await answerKept(reading, kept)
    headers.push(...added)
    return createAnswer(contract, "GET", exchange, body)
  }
  const openReplica = replica && (() => openOn(replica, shown))
  const keyId = credentials.holder?.id ?? null
  const input = { params, caller, ip, fresh, openReplica, keyId }
  if (!contract.body) return runHandler(operation, method, exchange, { ...input, bytes: null })
  // The body is read only after authentication.
  return withBody(request, { maxBytes: cap }, (bytes) =>
    runHandler(operation, method, exchange, { ...input, bytes }),
  )
}

type RequestFacts = {
  params: RouteParams | undefined
  caller: Caller | null
  ip: string
  fresh: ReturnType<typeof readSnapshot> | undefined
  openReplica: (() => Promise<PoolClient | null>) | undefined
  /** Of the API key. */
  keyId: string | null
  bytes: Uint8Array | null
}

/** Parses the input and runs the handler, after limits and authentication. */
async function runHandler(
  { contract, handler }: Operation,
  method: Method,
  exchange: RequestContext,
  { params, caller, ip, fresh, openReplica, keyId, bytes }: RequestFacts,
): Promise<Answer> {
  const { request, headers } = exchange
  const type = request.headers.get("content-type")
  const body = contract.body && (await parseBody(bytes, type, contract.bodyTypes))
  const query = contract.query && parseQuery(request.url)
  const input = parseInput(contract, { params, query, body })

  const run = async () => {
    const before = headers.length
    const at = await (fresh ?? (contract.isIndexed ? readSnapshot() : undefined))
    const facts = { ...input, request, caller, ip, headers, openReplica }
    const result = await handler(facts as never)
    return { result, extra: [...headers.splice(before), ...(at?.headers ?? [])] }
  }
  if (isCacheable(contract)) {
    const key = `${new URL(request.url).pathname} ${JSON.stringify([input.params, input.query])}`
    const compute = () =>
      readAnywhere(async (): Promise<CacheableResponse> => {
        const { result, extra } = await run()
        return { body: encodeResult(contract, result), headers: extra }
      })
    const page = await cacheResponse(key, contract.cache, compute)
    headers.push(...page.headers)
    return createAnswer(contract, method, exchange, page.body)
  }
  const { result, extra } = await run()
  headers.push(...extra)
  const isChange = method !== "GET"
  if (isChange || caller) headers.push(...(await describePosition(isChange ? keyId : null)))
  if (result instanceof Response) return addStandardHeaders(result, exchange)
  if (result instanceof PushBody) return createPushAnswer(result, exchange)
  return createAnswer(contract, method, exchange, encodeResult(contract, result))
}

/** Headers that say who asks. */
const CREDENTIALS = "X-API-Key, Authorization, Cookie"

type CacheableContract = Contract & { cache: number }

const isCacheable = (contract: Contract): contract is CacheableContract =>
  typeof contract.cache === "number"

function checkRequestLine({ method, url }: ApiRequest) {
  const target = url.indexOf("/", url.indexOf("//") + 2)
  const bytes = method.length + url.length - target + " ".length + " HTTP/1.1".length
  if (bytes > MAX_REQUEST_LINE_BYTES) {
    throw invalid("", `The request line is longer than ${MAX_REQUEST_LINE_BYTES} bytes`)
  }
}

async function enforceRateLimit(
  { limit: window = "ip", alsoLimit }: Contract,
  request: ApiRequest,
  { holder }: Credentials,
  ip: string,
  headers: [string, string][],
) {
  if (window === "none") return
  const own = alsoLimit && (await countRequest(alsoLimit, pathId(request, ip)))
  // A request that its path refuses counts in no other window.
  if (own && !own.isAllowed) return refuse(own, headers)
  const result = holder
    ? await countRequest("key", holder.id)
    : await countRequest(window, rateLimitId(window, request, ip))
  if (!result.isAllowed) return refuse(result, headers)
  // The tighter one is reported.
  headers.push(...rateLimitHeaders(own && own.remaining < result.remaining ? own : result))
}

function refuse(result: RateLimitResult, headers: [string, string][]): never {
  headers.push(...rateLimitHeaders(result))
  throw rateLimitedError(result)
}

/** Each sync path has its own window; other policies share one per client. */
function rateLimitId(window: RateLimitResult["policy"], request: ApiRequest, ip: string) {
  return window === "sync" ? pathId(request, ip) : ip
}

const pathId = (request: ApiRequest, ip: string) => `${new URL(request.url).pathname}:${ip}`

async function identifyCaller(
  { auth, csrf, namesWallet, isOpen }: Contract,
  method: Method,
  { request, headers }: RequestContext,
  credentials: Credentials,
): Promise<Caller | null> {
  const caller = await authenticate(request, auth, credentials, headers, isOpen?.())
  const isGuarded =
    csrf === "always" ||
    (csrf === "without a key" && !carriesKey(request.headers)) ||
    (method !== "GET" && caller?.via === "session")
  if (isGuarded) rejectCrossSite(request.headers)
  if (!caller || auth === "session?" || namesWallet) return caller
  const acting = applyWalletHeader(caller, request.headers)
  if (auth === "admin") requireAdmin(acting.wallet)
  return acting
}

function createAnswer(
  contract: Contract,
  method: Method,
  exchange: RequestContext,
  body: RawBody,
): Answer {
  const status = body.status ?? contract.status ?? 200
  const headers: [string, string][] = [
    ["Content-Type", body.type],
    ["Cache-Control", cacheControl(contract, method, status)],
    ["X-Request-Id", exchange.id],
    ["Content-Security-Policy", DATA_CSP],
    ...(securityHeaders() as [string, string][]),
    ...exchange.headers,
  ]
  if (acceptsApiKey(contract.auth)) {
    headers.push(["Vary", CREDENTIALS])
  }
  if (status >= 500) headers.push(["Retry-After", `${RETRY_SECONDS}`])
  if (method !== "GET" || status !== 200) return { status, headers, body }
  headers.push(["ETag", body.etag])
  if (matchesEtag(exchange.request.headers.get("if-none-match"), body.etag)) {
    return { status: 304, headers: headers.slice(1), body: null }
  }
  return { status, headers, body }
}

function cacheControl({ auth, cache }: Contract, method: Method, status: number) {
  if (method !== "GET" || status !== 200 || cache === "no-store") return "no-store"
  if (typeof cache === "number") return `public, max-age=${cache}`
  if (auth === "none") return "public, max-age=0, must-revalidate"
  return auth === "session" || auth === "session?" ? "no-store" : "private, no-cache"
}

/** Adds the common headers to a response that the handler created, such as a redirect. */
function addStandardHeaders(response: Response, exchange: RequestContext): Answer {
  const headers = new Headers(response.headers)
  if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store")
  headers.set("X-Request-Id", exchange.id)
  for (const [name, value] of [...securityHeaders(), ...exchange.headers])
    headers.append(name, value)
  return { status: response.status, headers: [...headers], body: response.body }
}

/** An endless answer: it has no entity tag, and proxies must neither buffer nor compress it. */
const createPushAnswer = (body: PushBody, exchange: RequestContext): Answer => ({
  status: 200,
  headers: [
    ["Content-Type", body.type],
    ["Cache-Control", "no-store, no-transform"],
    ["X-Accel-Buffering", "no"],
    ["X-Request-Id", exchange.id],
    ["Content-Security-Policy", DATA_CSP],
    ...(securityHeaders() as [string, string][]),
    ...exchange.headers,
    ["Vary", CREDENTIALS],
  ],
  body,
})
