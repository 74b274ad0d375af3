import type { PoolClient } from "pg"
import type { z } from "zod"
import { type Auth, acceptsApiKey, type CallerOf } from "@/lib/auth/caller"
import type { MAIN_PRICE, PEOPLE, POINTS, TOKENS } from "@/lib/db/topic-versions"
import { type ErrorCode, errorStatus } from "@/lib/http/errors"
import type { PushBody } from "@/lib/http/push-body"
import type { ApiRequest, RouteParams } from "@/lib/http/request"
import type { KeepPart, RawBody, WithStatus } from "@/lib/http/response"

export type Schema = z.ZodType
type Output<S> = S extends Schema ? z.output<S> : undefined

/** Media type of a body: JSON, or a form that may carry a file. */
export type BodyType = "json" | "multipart"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * The rate limit window a request counts against. Requests with an API key count against the key's window; `sync` has
 * one window per path.
 */
export type Limit = "ip" | "page" | "sync" | "rounds" | "none"

/** Windows that are counted for each path, in addition to `Limit`. */
export type PathLimit = "moltbook" | "moltbook_post" | "faucet"

/** Everything a client can know about an operation; the OpenAPI document is generated from it. */
export type Contract<
  A extends Auth = Auth,
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
> = {
  summary: string
  /** Group in the API reference, as in the specification. */
  tag: string
  auth: A
  /** Default: `ip`. */
  limit?: Limit
  /** An additional window per client address and path, whatever the credentials. */
  alsoLimit?: PathLimit
  params?: P
  query?: Q
  body?: B
  /** Default: JSON only. */
  bodyTypes?: readonly BodyType[]
  response: R
  status?: 200 | 201 | 302
  /** Error codes of the handler; those of authentication, limits and parsing follow from the other fields. */
  errors?: readonly ErrorCode[]
  /** Overrides of `errorStatus` for this operation. */
  statuses?: Readonly<Partial<Record<ErrorCode, number>>>
  /** Fields whose validation error has its own code instead of VALIDATION_FAILED. */
  fieldCodes?: Readonly<Record<string, ErrorCode>>
  /**
   * Seconds a public response may be cached: the server computes it at most once in that time per set of parameters.
   * `no-store`: never cached. Default: depends on auth.
   */
  cache?: number | "no-store"
  /** The response comes from the index: it carries X-Indexed-Block and X-Chain-Head. */
  isIndexed?: boolean
  /**
   * What an indexed answer follows from besides its parameters. Such an answer is kept and sent again while that is the
   * same; its handler gets neither caller nor request. Without it each request has its own answer, as when it reads a
   * node.
   */
  kept?: AnswerSource
  /** A kept answer is the acting wallet's: its handler gets the caller, and may read nothing of it but the wallet. */
  isOwn?: boolean
  /** Its handler is given a replica to read from, if one may answer. Without it, what is public and kept is read there. */
  readsReplica?: boolean
  /** Reads or writes the session cookie: same origin only, no CORS. Session auth implies it. */
  cookie?: boolean
  /** The body or query names the acting wallet (see `actAs`); X-Wallet-Address is ignored. */
  namesWallet?: boolean
  /** Rejects cross-site requests even without credentials, or where they carry no API key. */
  csrf?: "always" | "without a key"
  /** Whether the operator lets anyone call it; only with `either?`, whose handler expects no caller. */
  isOpen?: A extends "either?" ? () => boolean : never
  /** Further statuses that carry the response body, such as 503 of health. */
  otherStatuses?: readonly number[]
  /** Media type of the response; default JSON. */
  type?: string
  deprecated?: boolean
}

export type Input<A extends Auth, P, Q, B> = {
  request: ApiRequest
  caller: CallerOf<A>
  params: Output<P>
  query: Output<Q>
  body: Output<B>
  /** Names of the body's fields that the contract does not have. */
  ignored: B extends Schema ? readonly string[] : undefined
  /** The client's address as rate limits count it. */
  ip: string
  /** Keeps a part that several answers share; undefined unless the contract is `kept`. */
  keep: KeepPart | undefined
  /** The snapshot of a replica that has what the caller has seen; undefined where the primary has to be asked. */
  openReplica: (() => Promise<PoolClient | null>) | undefined
  /** Additional response headers, such as Set-Cookie. */
  headers: [string, string][]
}

export type Result<R extends Schema> =
  | z.output<R>
  | WithStatus<z.output<R>>
  | RawBody
  | PushBody
  | Response

/** A contract with its handler. `route` has checked the handler's types against the contract. */
export type Operation<C extends Contract = Contract> = {
  contract: C
  handler: (input: Input<Auth, undefined, undefined, undefined>) => Promise<unknown> | unknown
}

/** What an answer follows from besides the rows: nothing, or the second or minute in which it is asked for. */
export type Clock = "none" | "second" | "minute"

/** A topic of `lib/db/topic-versions`; `token` stands for the address in the path. */
export type AnswerTopic =
  | "token"
  | typeof TOKENS
  | typeof PEOPLE
  | typeof POINTS
  | typeof MAIN_PRICE

/** The names of the topics that the answer to this path follows from. */
export const topicsOf = ({ kept }: Contract, params: RouteParams = {}): string[] =>
  (kept?.topics ?? []).map((topic) =>
    topic === "token" ? `${params.address}`.toLowerCase() : topic,
  )

export type AnswerSource = {
  clock: Clock
  /** The topics whose rows it shows: each table it reads belongs to one of them. */
  topics: readonly AnswerTopic[]
}

/** Whether CORS allows the operation from other origins. */
export function isCrossOrigin({ auth, cookie }: Contract) {
  return !cookie && auth !== "session" && auth !== "session?"
}

/** Every error code that the operation may return, including those of authentication, limits and parsing. */
export function errorCodesOf(method: Method, contract: Contract): Set<ErrorCode> {
  const { auth, body, bodyTypes = ["json"], limit, errors = [], fieldCodes = {} } = contract
  const isWrite = method !== "GET"
  return new Set<ErrorCode>([
    // Any operation: an overlong request line, an unexpected error, an unavailable database.
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
    ...codesIf(contract.csrf !== undefined, "CSRF_REJECTED"),
    ...Object.values(fieldCodes),
    ...errors,
  ])
}

export const statusOf = ({ statuses }: Contract, code: ErrorCode): number =>
  statuses?.[code] ?? errorStatus[code]

const codesIf = (applies: boolean, ...codes: ErrorCode[]) => (applies ? codes : [])
