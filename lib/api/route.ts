import type { Auth } from "@/lib/auth/caller"
import { ApiError } from "@/lib/http/errors"
import { PushBody } from "@/lib/http/push-body"
import { remedyOf } from "@/lib/http/remedies"
import { type ApiRequest, SHARED_HEADERS } from "@/lib/http/request"
import { type Answer, JSON_TYPE, RawBody, toResponse } from "@/lib/http/response"
import { DATA_CSP, resolveRequestId, securityHeaders } from "@/lib/http/security"
import {
  type Contract,
  type Input,
  isCrossOrigin,
  type Method,
  type Operation,
  type Result,
  type Schema,
} from "./contract"
import { toApiError } from "./error-mapping"
import { type RequestContext, type RouteContext, serve } from "./serve"

/** Credentials are never allowed, so `*` is safe. */
const ALLOW_ANY_ORIGIN = [["Access-Control-Allow-Origin", "*"]] as const

const EXPOSED_HEADERS = [
  "ETag",
  "Retry-After",
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
  "X-Indexed-Block",
  "X-Chain-Head",
  "X-Read-Position",
  "WWW-Authenticate",
].join(", ")

const corsHeaders: [string, string][] = [
  ...ALLOW_ANY_ORIGIN.map(([name, value]): [string, string] => [name, value]),
  ["Access-Control-Expose-Headers", EXPOSED_HEADERS],
]

const preflightHeaders: [string, string][] = [
  ...ALLOW_ANY_ORIGIN.map(([name, value]): [string, string] => [name, value]),
  ["Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE"],
  ["Access-Control-Allow-Headers", SHARED_HEADERS.join(", ")],
  ["Access-Control-Max-Age", "86400"],
]

/** Declares an operation: its contract and its handler. Passed to `resource`. */
export function route<
  A extends Auth,
  R extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>({
  handler,
  ...contract
}: Contract<A, P, Q, B, R> & {
  handler: (input: Input<A, P, Q, B>) => Promise<Result<R>> | Result<R>
}): Operation<Contract<A, P, Q, B, R>> {
  return {
    contract: contract as unknown as Contract<A, P, Q, B, R>,
    handler: handler as unknown as Operation["handler"],
  }
}

/** Answers a request; never throws. */
export type AnswerRequest = (request: ApiRequest, context: RouteContext) => Promise<Answer>

/**
 * A route handler of Next.js, with its contract for the OpenAPI document, the client's types and tests, and with the
 * function that our own server calls instead.
 */
export type Handler<O> = ((request: Request, context: RouteContext) => Promise<Response>) & {
  contract: O extends Operation<infer C> ? C : undefined
  answer: AnswerRequest
  /** Undefined where the method is refused. */
  operation: O extends Operation ? O : undefined
}

type Operations = Partial<Record<Method, Operation>>

export type Resource<O extends Operations = Operations> = {
  [M in Method]: Handler<O[M]>
} & { HEAD: Handler<O["GET"]>; OPTIONS: Handler<undefined> }

/** The handlers of a path: its operations, HEAD, OPTIONS (preflight), and 405 for other methods. */
export function resource<O extends Operations>(operations: O): Resource<O> {
  const allow = allowedMethods(operations)
  const isCrossOriginPath = Object.values(operations).some(({ contract }) =>
    isCrossOrigin(contract),
  )
  const rejectMethod = () =>
    handleErrors("405", isCrossOriginPath, async () => {
      throw new ApiError("METHOD_NOT_ALLOWED", `Only ${allow} can be used here`, {
        headers: { Allow: allow },
      })
    })
  const serveMethod = (method: Method) => {
    const operation = operations[method]
    if (!operation) return rejectMethod()
    return handleErrors(method, isCrossOrigin(operation.contract), (exchange, context) =>
      serve(operation, method, exchange, context),
    )
  }
  const handlers: Record<string, unknown> = {
    OPTIONS: createHandler(createOptionsAnswer(operations, allow, isCrossOriginPath)),
  }
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    handlers[method] = createHandler(serveMethod(method), operations[method])
  }
  const head = operations.GET ? withoutBody(serveMethod("GET")) : rejectMethod()
  handlers.HEAD = createHandler(head, operations.GET)
  return handlers as Resource<O>
}

const createHandler = (answer: AnswerRequest, operation?: Operation) =>
  Object.assign(
    async (request: Request, context: RouteContext) => toResponse(await answer(request, context)),
    { contract: operation?.contract, answer, operation },
  )

/** Handlers of unknown paths: 404 as JSON for every method. */
export function notFoundHandlers(): Resource {
  const missing = createHandler(
    handleErrors("404", true, async () => {
      throw new ApiError("NOT_FOUND", "No such path")
    }),
  )
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  return Object.fromEntries(methods.map((method) => [method, missing])) as unknown as Resource
}

function allowedMethods(operations: Operations) {
  const methods = Object.keys(operations)
  return [...methods, ...(operations.GET ? ["HEAD"] : []), "OPTIONS"].join(", ")
}

type RequestStep = (exchange: RequestContext, context: RouteContext) => Promise<Answer>

/** Runs a step and converts anything it throws to an error answer with the same headers. */
function handleErrors(what: string, isShared: boolean, step: RequestStep): AnswerRequest {
  return async (request, context) => {
    const exchange: RequestContext = {
      request,
      id: resolveRequestId(request.headers),
      headers: isShared ? [...corsHeaders] : [],
    }
    try {
      return await step(exchange, context)
    } catch (error) {
      return errorAnswer(exchange, toApiError(error, exchange.id, `${what} ${pathnameOf(request)}`))
    }
  }
}

/** Logs contain the path only: a query may contain private data. */
const pathnameOf = (request: ApiRequest) => new URL(request.url).pathname

function errorAnswer({ request, id, headers }: RequestContext, error: ApiError): Answer {
  const body = {
    error: error.message,
    code: error.code,
    requestId: id,
    remedy: remedyOf(error.code),
    ...(error.details && { details: error.details }),
  }
  return {
    status: error.status,
    headers: [
      ["Content-Type", JSON_TYPE],
      ["Cache-Control", "no-store"],
      ["X-Request-Id", id],
      ["Content-Security-Policy", DATA_CSP],
      ...securityHeaders(),
      ...headers,
      ...Object.entries(error.headers),
    ],
    body: request.method === "HEAD" ? null : new RawBody(JSON.stringify(body)),
  }
}

/** HEAD: the answer of GET, without the body. */
const withoutBody =
  (get: AnswerRequest): AnswerRequest =>
  async (request, context) => {
    const { status, headers, body } = await get(request, context)
    // A body that would be streamed need not be made.
    if (body instanceof ReadableStream || body instanceof PushBody) await body.cancel()
    return { status, headers, body: null }
  }

function createOptionsAnswer(
  operations: Operations,
  allow: string,
  isShared: boolean,
): AnswerRequest {
  return async ({ headers }) => {
    const method = headers.get("access-control-request-method") as Method | "HEAD" | null
    const operation = method && operations[method === "HEAD" ? "GET" : method]
    const isOpen = operation ? isCrossOrigin(operation.contract) : isShared
    return {
      status: 204,
      headers: [
        ["Allow", allow],
        ["Cache-Control", "no-store"],
        ["X-Request-Id", resolveRequestId(headers)],
        ["Content-Security-Policy", DATA_CSP],
        ...securityHeaders(),
        ...(isOpen ? preflightHeaders : []),
      ],
      body: null,
    }
  }
}
