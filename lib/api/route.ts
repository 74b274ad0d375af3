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

/** One operation: what it promises and how it is done. Handed to `resource`. */
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
}): Operation<R> {
  return { contract, handler: handler as unknown as Operation["handler"] }
}

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }

/** A plain function of a request, so that it runs in a test as it runs in the server. */
export type Handler<O> = ((request: Request, context: RouteContext) => Promise<Response>) & {
  contract: O extends Operation<infer R> ? Operation<R>["contract"] : undefined
}

type Operations = Partial<Record<Method, Operation>>

export type Resource<O extends Operations = Operations> = {
  [M in Method]: Handler<O[M]>
} & { HEAD: Handler<O["GET"]>; OPTIONS: Handler<undefined> }

/** Everything a path answers: its operations, HEAD, preflights, and 405 for the rest. */
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

/** Every path without an operation: 404 as JSON, whatever the method. */
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

/** Runs a step and turns whatever it throws into an answer with the same headers. */
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

/** Logs hold the path alone: a query may carry what is nobody's business. */
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
    const { status, headers } = await get(request, context)
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
