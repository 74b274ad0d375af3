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
import { ApiError } from "./errors"
import { asApiError } from "./failure"
import { JSON_TYPE } from "./reply"
import { DATA_POLICY, requestId, securityHeaders } from "./security"
import { type Exchange, serve } from "./serve"

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

type Context = { params: Promise<Record<string, string | string[] | undefined>> }

/** A plain function of a request, so that it runs in a test as it runs in the server. */
export type Handler<O> = ((request: Request, context: Context) => Promise<Response>) & {
  contract: O extends Operation<infer R> ? Operation<R>["contract"] : undefined
}

type Operations = Partial<Record<Method, Operation>>

export type Resource<O extends Operations = Operations> = {
  [M in Method]: Handler<O[M]>
} & { HEAD: Handler<O["GET"]>; OPTIONS: Handler<undefined> }

/** Everything a path answers: its operations, HEAD, preflights, and 405 for the rest. */
export function resource<O extends Operations>(operations: O): Resource<O> {
  const allow = allowed(operations)
  const isShared = Object.values(operations).some(({ contract }) => isCrossOrigin(contract))
  const refused = () =>
    answer("405", isShared, async () => {
      throw new ApiError("METHOD_NOT_ALLOWED", `Only ${allow} can be used here`, {
        headers: { Allow: allow },
      })
    })
  const served = (method: Method) => {
    const operation = operations[method]
    if (!operation) return refused()
    return answer(method, isCrossOrigin(operation.contract), (exchange, context) =>
      serve(operation, method, exchange, context),
    )
  }
  const handlers: Record<string, unknown> = { OPTIONS: options(operations, allow, isShared) }
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    handlers[method] = Object.assign(served(method), {
      contract: operations[method]?.contract,
    })
  }
  handlers.HEAD = Object.assign(operations.GET ? headOf(served("GET")) : refused(), {
    contract: operations.GET?.contract,
  })
  return handlers as Resource<O>
}

/** Every path without an operation: 404 as JSON, whatever the method. */
export function nowhere(): Resource {
  const missing = answer("404", true, async () => {
    throw new ApiError("NOT_FOUND", "No such path")
  })
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  return Object.fromEntries(methods.map((method) => [method, missing])) as unknown as Resource
}

function allowed(operations: Operations) {
  const methods = Object.keys(operations)
  return [...methods, ...(operations.GET ? ["HEAD"] : []), "OPTIONS"].join(", ")
}

type Step = (exchange: Exchange, context: Context) => Promise<Response>

/** Runs a step and turns whatever it throws into an answer with the same headers. */
function answer(what: string, isShared: boolean, step: Step) {
  return async (request: Request, context: Context): Promise<Response> => {
    const exchange: Exchange = {
      request,
      id: requestId(request.headers.get("x-request-id")),
      headers: isShared ? [...corsHeaders] : [],
    }
    try {
      return await step(exchange, context)
    } catch (error) {
      return refuse(exchange, asApiError(error, exchange.id, `${what} ${pathOf(request)}`))
    }
  }
}

/** Logs hold the path alone: a query may carry what is nobody's business. */
const pathOf = (request: Request) => new URL(request.url).pathname

function refuse({ request, id, headers }: Exchange, error: ApiError) {
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
      ["Content-Security-Policy", DATA_POLICY],
      ...securityHeaders(),
      ...headers,
      ...Object.entries(error.headers),
    ] as [string, string][],
  })
}

function headOf(get: (request: Request, context: Context) => Promise<Response>) {
  return async (request: Request, context: Context) => {
    const { status, headers } = await get(request, context)
    return new Response(null, { status, headers })
  }
}

function options(operations: Operations, allow: string, isShared: boolean) {
  return async (request: Request) => {
    const wanted = request.headers.get("access-control-request-method") as Method | "HEAD" | null
    const operation = wanted && operations[wanted === "HEAD" ? "GET" : wanted]
    const isOpen = operation ? isCrossOrigin(operation.contract) : isShared
    return new Response(null, {
      status: 204,
      headers: [
        ["Allow", allow],
        ["Cache-Control", "no-store"],
        ["X-Request-Id", requestId(request.headers.get("x-request-id"))],
        ["Content-Security-Policy", DATA_POLICY],
        ...securityHeaders(),
        ...(isOpen ? preflightHeaders : []),
      ] as [string, string][],
    })
  }
}
