import type { Auth } from "@/lib/auth/caller"
import {
  type Contract,
  type Input,
  isCrossOrigin,
  type Method,
  type Operation,
  type Result,
  type Schema,
} from "./contract"
import { corsHeaders, preflightHeaders } from "./cors"
import { toApiError } from "./error-mapping"
import { ApiError } from "./errors"
import { JSON_TYPE } from "./response"
import { DATA_CSP, resolveRequestId, securityHeaders } from "./security"
import { type RequestContext, serve } from "./serve"

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

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }

/** A route handler of Next.js, with its contract for the OpenAPI document, the client's types and tests. */
export type Handler<O> = ((request: Request, context: RouteContext) => Promise<Response>) & {
  contract: O extends Operation<infer C> ? C : undefined
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
    OPTIONS: createOptionsHandler(operations, allow, isCrossOriginPath),
  }
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    handlers[method] = Object.assign(serveMethod(method), {
      contract: operations[method]?.contract,
    })
  }
  handlers.HEAD = Object.assign(
    operations.GET ? createHeadHandler(serveMethod("GET")) : rejectMethod(),
    {
      contract: operations.GET?.contract,
    },
  )
  return handlers as Resource<O>
}

/** Handlers of unknown paths: 404 as JSON for every method. */
export function notFoundHandlers(): Resource {
  const missing = handleErrors("404", true, async () => {
    throw new ApiError("NOT_FOUND", "No such path")
  })
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  return Object.fromEntries(methods.map((method) => [method, missing])) as unknown as Resource
}

function allowedMethods(operations: Operations) {
  const methods = Object.keys(operations)
  return [...methods, ...(operations.GET ? ["HEAD"] : []), "OPTIONS"].join(", ")
}

type RequestStep = (exchange: RequestContext, context: RouteContext) => Promise<Response>

/** Runs a step and converts anything it throws to an error response with the same headers. */
function handleErrors(what: string, isShared: boolean, step: RequestStep) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const exchange: RequestContext = {
      request,
      id: resolveRequestId(request.headers.get("x-request-id")),
      headers: isShared ? [...corsHeaders] : [],
    }
    try {
      return await step(exchange, context)
    } catch (error) {
      return errorResponse(
        exchange,
        toApiError(error, exchange.id, `${what} ${pathnameOf(request)}`),
      )
    }
  }
}

/** Logs contain the path only: a query may contain private data. */
const pathnameOf = (request: Request) => new URL(request.url).pathname

function errorResponse({ request, id, headers }: RequestContext, error: ApiError) {
  const body = {
    error: error.message,
    code: error.code,
    requestId: id,
    ...(error.details && { details: error.details }),
  }
  return new Response(request.method === "HEAD" ? null : JSON.stringify(body), {
    status: error.status,
    headers: [
      ["Content-Type", JSON_TYPE],
      ["Cache-Control", "no-store"],
      ["X-Request-Id", id],
      ["Content-Security-Policy", DATA_CSP],
      ...securityHeaders(),
      ...headers,
      ...Object.entries(error.headers),
    ] as [string, string][],
  })
}

function createHeadHandler(get: (request: Request, context: RouteContext) => Promise<Response>) {
  return async (request: Request, context: RouteContext) => {
    const { status, headers, body } = await get(request, context)
    // What would have been streamed need not be made.
    await body?.cancel()
    return new Response(null, { status, headers })
  }
}

function createOptionsHandler(operations: Operations, allow: string, isShared: boolean) {
  return async (request: Request) => {
    const wanted = request.headers.get("access-control-request-method") as Method | "HEAD" | null
    const operation = wanted && operations[wanted === "HEAD" ? "GET" : wanted]
    const isOpen = operation ? isCrossOrigin(operation.contract) : isShared
    return new Response(null, {
      status: 204,
      headers: [
        ["Allow", allow],
        ["Cache-Control", "no-store"],
        ["X-Request-Id", resolveRequestId(request.headers.get("x-request-id"))],
        ["Content-Security-Policy", DATA_CSP],
        ...securityHeaders(),
        ...(isOpen ? preflightHeaders : []),
      ] as [string, string][],
    })
  }
}
