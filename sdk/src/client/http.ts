import createClient, { type Client } from "openapi-fetch"
import { isRecord, networkError, readRetryAfter, toAtollError } from "./errors"
import type { paths } from "./types"

export type Fetch = (request: Request) => Promise<Response>

export type HttpOptions = {
  url: string
  fetch: Fetch
  /** Headers that identify the caller; they may require a sign-in first. */
  credentials: Credentials
  /** Number of repetitions of a read or a `send` after a failure. */
  retries: number
}

export type Credentials = {
  headers: () => Record<string, string>
  /** Signs in after a 401; false where that is not possible. */
  renew: (refused: Record<string, string>, code: string) => Promise<boolean>
}

export type Api = Client<paths>

/** A second `send` gets the answer of the first; all other writes are sent once. */
const REPEATABLE = /\/api\/v1\/(transactions\/(send|build)|quote)$/

/** Statuses after which the same request may succeed. */
const TRANSIENT = new Set([429, 502, 503, 504])

/** Longest pause that a Retry-After of the service is given. */
const MOST_PAUSE_SECONDS = 30
const FIRST_PAUSE_SECONDS = 0.25

/** The typed client of all operations. Its requests carry the key, and are repeated where that is safe. */
export const createApi = (options: HttpOptions): Api =>
  createClient<paths>({
    baseUrl: options.url,
    fetch: (request) => sendAuthenticated(request, options),
  })

const POSITION = "x-read-position"

/** Sends back what this client has seen of the service's database, so that no copy that is behind answers it. */
export function rememberPosition(fetch: Fetch): Fetch {
  let seen = ""
  return async (request) => {
    if (seen) request.headers.set(POSITION, seen)
    const response = await fetch(request)
    const position = response.headers.get(POSITION) ?? ""
    // Answers to requests of one time may arrive in any order.
    if (isLater(position, seen)) seen = position
    return response
  }
}

/** Positions are two numbers, the second one hexadecimal. */
function isLater(one: string, other: string): boolean {
  const [timeline = "", place = ""] = one.split("-")
  const [otherTimeline = "", otherPlace = ""] = other.split("-")
  if (timeline !== otherTimeline) return Number(timeline) > Number(otherTimeline)
  return place.length === otherPlace.length ? place > otherPlace : place.length > otherPlace.length
}

/** Stored keys to try, and then a new one. */
const MOST_KEYS = 3

/** Sends a request; after a 401 it takes another key or signs in, if it can, and sends it again. */
export async function sendAuthenticated(request: Request, options: HttpOptions): Promise<Response> {
  const { credentials } = options
  for (let renewals = 0; ; renewals++) {
    const headers = credentials.headers()
    const response = await sendWithRetries(withHeaders(request, headers), options)
    if (response.status !== 401 || renewals >= MOST_KEYS) return response
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    const code = isRecord(body) ? `${body.code}` : ""
    if (!(await credentials.renew(headers, code))) return response
  }
}

function withHeaders(request: Request, headers: Record<string, string>): Request {
  const copy = request.clone()
  for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value)
  return copy
}

async function sendWithRetries(request: Request, { fetch, retries }: HttpOptions) {
  const isRepeatable = request.method === "GET" || REPEATABLE.test(new URL(request.url).pathname)
  const most = isRepeatable ? retries : 0
  let lost: Error | null = null
  for (let attempt = 0; ; attempt++) {
    const result = await fetch(withTimeout(request.clone())).catch((error: unknown) => {
      if (request.signal.aborted) throw error
      return networkError(request.url, error)
    })
    const isFailure = !(result instanceof Response) || TRANSIENT.has(result.status)
    if (!(result instanceof Response)) lost = result
    else if (result.status >= 500) lost = networkError(request.url, result.status)
    if (!isFailure || attempt >= most) {
      // The limit of requests says nothing of the try before, whose answer is lost.
      if (lost && result instanceof Response && result.status === 429) throw lost
      if (result instanceof Response) return result
      throw result
    }
    const pause = result instanceof Response ? readRetryAfter(result.headers) : null
    // A longer wait is the caller's decision.
    if (pause !== null && pause > MOST_PAUSE_SECONDS && result instanceof Response) return result
    await sleep((pause ?? FIRST_PAUSE_SECONDS * 2 ** attempt) * 1_000, request.signal)
  }
}

/** The service itself waits for transactions for half a minute. */
const TIMEOUT_MS = 90_000

/** Streams end when their reader leaves; every other request has a time limit. */
export function withTimeout(request: Request): Request {
  if (request.headers.get("accept") === "text/event-stream") return request
  return new Request(request, {
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener("abort", stop, { once: true })
  })
}

type Answer<T> = { data?: T; error?: unknown; response: Response }

/** The JSON of a successful answer; throws the error of any other. */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer
  if (response.ok && data !== undefined) return data
  throw toAtollError(response, error)
}
