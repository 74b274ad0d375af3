import type { z } from "zod"
import { type Auth, acceptsApiKey, type CallerOf } from "@/lib/auth/caller"
import { type ErrorCode, errorStatus } from "./errors"
import type { RawBody, WithStatus } from "./response"

export type Schema = z.ZodType
type Output<S> = S extends Schema ? z.output<S> : undefined

/** How a body may be sent: as JSON, or as a form that can carry a file. */
export type BodyType = "json" | "multipart"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * Which window a call counts against. Calls made with a key always count against the key's own;
 * `sync` has one window per path.
 */
export type Limit = "ip" | "page" | "sync" | "none"

/** What a client can know about an operation: all of it stands in the OpenAPI document. */
export type Contract<
  A extends Auth = Auth,
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
> = {
  summary: string
  /** Heading in the reference, as in the specification's groups. */
  tag: string
  auth: A
  /** Default: `ip`. */
  limit?: Limit
  params?: P
  query?: Q
  body?: B
  /** Default: JSON alone. */
  bodyTypes?: readonly BodyType[]
  response: R
  status?: 200 | 201 | 302
  /** Refusals of the handler itself; those of the kit (401, 429, …) follow from the rest. */
  errors?: readonly ErrorCode[]
  /** Codes that have another status here than elsewhere. */
  statuses?: Readonly<Partial<Record<ErrorCode, number>>>
  /** Fields whose refusal has a code of its own instead of VALIDATION_FAILED. */
  fieldCodes?: Readonly<Record<string, ErrorCode>>
  /**
   * Seconds a public page may be kept: the server computes it at most once in that time per
   * parameter set. `no-store`: never kept. Default: by auth.
   */
  cache?: number | "no-store"
  /** Derived from the chain: the answer tells how far the index is. */
  isIndexed?: boolean
  /** Reads or writes the session cookie: same origin only, no CORS. Implied by session auth. */
  cookie?: boolean
  /** The request itself names the wallet it acts for (see `asWallet`); the header is ignored. */
  namesWallet?: boolean
  /** Refuse cross-site requests even without credentials. */
  csrf?: boolean
  /** Other statuses than 200 that carry the response body, such as 503 of health. */
  otherStatuses?: readonly number[]
  /** Media type of the answer; default JSON. */
  type?: string
  deprecated?: boolean
}

export type Input<A extends Auth, P, Q, B> = {
  request: Request
  caller: CallerOf<A>
  params: Output<P>
  query: Output<Q>
  body: Output<B>
  /** The client's address as it is counted. */
  ip: string
  /** The database's state as the request found it; undefined unless the contract is `fresh`. */
  snapshot: string | undefined
  /** Further headers of the answer, such as Set-Cookie. */
  headers: [string, string][]
}

export type Result<R extends Schema> = z.output<R> | WithStatus<z.output<R>> | RawBody | Response

/** A contract with its handler. The handler's exact types were checked by `route`. */
export type Operation<R extends Schema = Schema> = {
  contract: Contract<Auth, Schema | undefined, Schema | undefined, Schema | undefined, R>
  handler: (input: Input<Auth, undefined, undefined, undefined>) => Promise<unknown> | unknown
}

/** Whether browsers of other origins may call it. */
export function isCrossOrigin({ auth, cookie }: Contract) {
  return !cookie && auth !== "session" && auth !== "session?"
}

/** Every code the operation may answer, those of the kit included. */
export function errorCodesOf(method: Method, contract: Contract): Set<ErrorCode> {
  const { auth, body, bodyTypes = ["json"], limit, errors = [], fieldCodes = {} } = contract
  const isWrite = method !== "GET"
  return new Set<ErrorCode>([
    // Every operation: an overlong request line, a defect, a database that is away.
    "VALIDATION_FAILED",
    "INTERNAL_ERROR",
    "SERVICE_UNAVAILABLE",
    ...codesIf(contract.params !== undefined, "NOT_FOUND"),
    ...codesIf(limit !== "none", "RATE_LIMITED"),
    ...codesIf(isWrite, "BODY_TOO_LARGE"),
    ...codesIf(body !== undefined, "UNSUPPORTED_MEDIA_TYPE"),
    ...codesIf(body !== undefined && bodyTypes.includes("json"), "INVALID_JSON"),
    ...codesIf(
      auth === "session" || acceptsApiKey(auth),
      "UNAUTHENTICATED",
      "WALLET_NOT_IN_SESSION",
    ),
    ...codesIf(auth === "session", "SESSION_REQUIRED"),
    ...codesIf(auth === "key", "API_KEY_REQUIRED"),
    ...codesIf(acceptsApiKey(auth), "INVALID_API_KEY"),
    ...codesIf(auth === "admin", "NOT_ADMIN"),
    ...codesIf(isWrite && auth !== "none" && auth !== "key", "CSRF_REJECTED"),
    ...codesIf(contract.csrf === true, "CSRF_REJECTED"),
    ...Object.values(fieldCodes),
    ...errors,
  ])
}

/** The status a code is answered with by this operation. */
export const statusOf = ({ statuses }: Contract, code: ErrorCode): number =>
  statuses?.[code] ?? errorStatus[code]

const codesIf = (applies: boolean, ...codes: ErrorCode[]) => (applies ? codes : [])
