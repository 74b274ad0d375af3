import type { z } from "zod"
import type { Routes } from "@/app/api/routes"
import type { Contract, Method, Schema } from "./contract"

type MethodsOf<R> = {
  [M in Method]: M extends keyof R ? (R[M] extends { contract: Contract } ? M : never) : never
}[Method]

/** Method and path of a route, such as "POST /api/reef/post/[postId]/comment". */
export type Endpoint = { [P in keyof Routes]: `${MethodsOf<Routes[P]>} ${P}` }[keyof Routes]

type ContractOf<E> = E extends `${infer M extends Method} ${infer P extends keyof Routes}`
  ? M extends keyof Routes[P]
    ? Routes[P][M] extends { contract: infer C extends Contract }
      ? C
      : never
    : never
  : never

/** The JSON form of a schema: dates and amounts are strings. */
type Json<S> = S extends Schema ? z.input<S> : never

/** A part of a request, required unless all its fields are optional. */
type Part<Name extends string, T> = [T] extends [never]
  ? unknown
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** Path parameters, query and body as the route's contract declares them. */
export type ApiInput<E extends Endpoint> = Part<"params", Json<ContractOf<E>["params"]>> &
  Part<"query", Json<ContractOf<E>["query"]>> &
  ([Json<ContractOf<E>["body"]>] extends [never]
    ? unknown
    : Part<"body", Json<ContractOf<E>["body"]> | FormData>)

/** JSON of a successful answer. */
export type ApiAnswer<E extends Endpoint> = Json<ContractOf<E>["response"]>

type ApiContext = {
  /** Sent as X-Wallet-Address: the signed-in wallet in whose name the request runs. */
  wallet?: string | null
  signal?: AbortSignal
}

/** An error answer of the API with its stable code; status 0 and OFFLINE without any answer. */
export class ApiClientError extends Error {
  override name = "ApiClientError"
  /** When to ask again, in Unix milliseconds; null where the answer did not say. */
  readonly retryAt: number | null
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message)
    this.retryAt = retryAfterSeconds > 0 ? Date.now() + retryAfterSeconds * 1_000 : null
  }
}

/**
 * Calls a route of this server from a page. Paths, input and answer have the types of the route's contract, which
 * are imported as types only: neither routes nor validators reach the browser.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: ApiInput<E>,
  { wallet, signal }: ApiContext = {},
): Promise<ApiAnswer<E>> {
  const { body, ...target } = input as RequestInput
  const isJson = body !== undefined && !(body instanceof FormData)
  const response = await fetch(apiPath(endpoint, target), {
    method: endpoint.slice(0, endpoint.indexOf(" ")),
    headers: {
      ...(isJson && { "content-type": "application/json" }),
      ...(wallet && { "x-wallet-address": wallet }),
    },
    ...(isJson && { body: JSON.stringify(body) }),
    ...(body instanceof FormData && { body }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw Object.assign(new ApiClientError(0, "OFFLINE", "The API cannot be reached", 0), { cause })
  })
  const json: unknown = await response.json().catch(() => null)
  if (response.ok && json !== null) return json as ApiAnswer<E>
  throw toClientError(response, json)
}

type RequestInput = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
}

function apiPath(endpoint: Endpoint, { params = {}, query = {} }: RequestInput) {
  const path = endpoint
    .slice(endpoint.indexOf(" ") + 1)
    .replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}

/** Statuses by which a proxy says that the server is away. */
const AWAY = new Set([502, 503, 504])

/** An answer that is not one of ours, such as a proxy's HTML page, counts as an internal error. */
function toClientError({ status, headers }: Response, json: unknown) {
  const { code, error } = (json ?? {}) as { code?: unknown; error?: unknown }
  const retryAfter = Number(headers.get("retry-after") ?? 0)
  const isKnown = typeof code === "string" && typeof error === "string"
  return new ApiClientError(
    status,
    isKnown ? code : AWAY.has(status) ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR",
    isKnown ? error : `The API answered ${status}`,
    Number.isFinite(retryAfter) ? retryAfter : 0,
  )
}
