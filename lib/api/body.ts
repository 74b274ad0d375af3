import { processSingleton } from "@/lib/async/process-singleton"
import { ApiError, invalid } from "@/lib/http/errors"
import type { ApiRequest } from "@/lib/http/request"
import type { BodyType } from "./contract"

export const MAX_JSON_BYTES = 65_536
const MAX_MULTIPART_BYTES = 6_291_456
const MAX_DEPTH = 32

const JSON_TYPE = /^application\/(json|[^\s;/]+\+json)\s*(;|$)/i

const MULTIPART_TYPE = /^multipart\/form-data\s*(;|$)/i

const JSON_ONLY: readonly BodyType[] = ["json"]

const isMultipart = (contentType: string | null) =>
  contentType !== null && MULTIPART_TYPE.test(contentType)

/** Size limit of a body: a form may carry a file where the operation accepts one. */
export function maxBodyBytes(types = JSON_ONLY, contentType: string | null) {
  return types.includes("multipart") && isMultipart(contentType)
    ? MAX_MULTIPART_BYTES
    : MAX_JSON_BYTES
}

/** Rejects a body whose Content-Length exceeds the limit, before reading any of it. */
export function rejectDeclaredLength(request: ApiRequest, maxBytes: number) {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes)
    throw bodyTooLargeError(maxBytes)
}

const ARRIVAL_TIMEOUT_MS = 30_000

/** Bytes of bodies that all requests of this process may buffer at once. */
const MAX_BUFFERED_BYTES = 134_217_728

type BodyLimits = { maxBytes: number; arrivalMs?: number; maxBufferedBytes?: number }

/**
 * Reads the body and passes its bytes to `handle`, null for an empty body. The bytes count against the process's
 * buffer limit until `handle` has finished; a request that exceeds the limit gets 503.
 */
export async function withBody<T>(
  request: ApiRequest,
  limits: BodyLimits,
  handle: (bytes: Uint8Array | null) => Promise<T>,
): Promise<T> {
  const all = processSingleton("held-bytes", () => ({ count: 0 }))
  let own = 0
  const buffer = (bytes: number) => {
    own += bytes
    all.count += bytes
    if (all.count > (limits.maxBufferedBytes ?? MAX_BUFFERED_BYTES)) throw tooManyUploadsError()
  }
  try {
    return await handle(await readBody(request, limits, buffer))
  } finally {
    all.count -= own
  }
}

/** Stops at the limit, whatever Content-Length says. */
async function readBody(
  request: ApiRequest,
  { maxBytes, arrivalMs = ARRIVAL_TIMEOUT_MS }: BodyLimits,
  hold: (bytes: number) => void,
): Promise<Uint8Array | null> {
  if (!request.body) return null
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(arrivalTimeoutError(arrivalMs)), arrivalMs)
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(throwBrokenOff), late])
      if (done) return size === 0 ? null : Buffer.concat(chunks, size)
      size += value.byteLength
      if (size > maxBytes) throw bodyTooLargeError(maxBytes)
      hold(value.byteLength)
      chunks.push(value)
    }
  } catch (error) {
    // Not awaited: a client that keeps sending must not delay the response.
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The client disconnected; this is not a server error. */
function throwBrokenOff(cause: unknown): never {
  throw incompleteBodyError("The body broke off", { cause })
}

/** Closes the connection, so that the server does not wait for the rest. */
const arrivalTimeoutError = (arrivalMs: number) =>
  incompleteBodyError(`The body did not arrive within ${arrivalMs / 1000} seconds`, {
    headers: { Connection: "close" },
  })

const incompleteBodyError = (
  message: string,
  extra: { cause?: unknown; headers?: { Connection: string } },
) => new ApiError("VALIDATION_FAILED", message, { details: [{ path: "", message }], ...extra })

const tooManyUploadsError = () => new ApiError("SERVICE_UNAVAILABLE", "Too many uploads at once")

const bodyTooLargeError = (maxBytes: number) =>
  new ApiError("BODY_TOO_LARGE", `The body is larger than ${maxBytes} bytes`)

const MEDIA_TYPES = { json: "application/json", multipart: "multipart/form-data" } as const

/** The body's fields; an empty body counts as an empty object. */
export async function parseBody(
  bytes: Uint8Array | null,
  contentType: string | null,
  types = JSON_ONLY,
): Promise<object> {
  if (!bytes) return {}
  if (contentType && types.includes("multipart") && isMultipart(contentType)) {
    // Only operations that take forms load the parser.
    const { parseMultipart } = await import("./multipart")
    return parseMultipart(bytes, contentType)
  }
  if (!contentType || !types.includes("json") || !JSON_TYPE.test(contentType)) {
    const names = types.map((type) => MEDIA_TYPES[type]).join(" or ")
    throw new ApiError("UNSUPPORTED_MEDIA_TYPE", `The body must be sent as ${names}`)
  }
  return parseObject(bytes)
}

function parseObject(bytes: Uint8Array): object {
  const value = parseJson(decodeUtf8(bytes))
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("", "The body must be a JSON object")
  }
  return value
}

function decodeUtf8(bytes: Uint8Array) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw invalidJsonError("The body is not valid UTF-8")
  }
}

function parseJson(text: string): unknown {
  if (nestingDepth(text) > MAX_DEPTH)
    throw invalidJsonError(`The body nests deeper than ${MAX_DEPTH} levels`)
  try {
    const value: unknown = JSON.parse(text)
    // The bytes are valid UTF-8, so only an escape sequence can produce a lone surrogate.
    if (/\\u[dD][89a-fA-F]/.test(text)) rejectLoneSurrogates(value)
    return value
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw invalidJsonError("The body is not valid JSON")
  }
}

/** Depth of brackets outside strings. Measured before JSON.parse, which recurses. */
function nestingDepth(text: string) {
  let level = 0
  let deepest = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isString && character === "\\") at++
    else if (character === '"') isString = !isString
    else if (isString) continue
    else if (character === "{" || character === "[") deepest = Math.max(deepest, ++level)
    else if (character === "}" || character === "]") level--
  }
  return deepest
}

function rejectLoneSurrogates(value: unknown) {
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) {
    throw invalidJsonError("The body holds a lone surrogate")
  }
  if (typeof value !== "object" || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    rejectLoneSurrogates(key)
    rejectLoneSurrogates(inner)
  }
}

const invalidJsonError = (message: string) => new ApiError("INVALID_JSON", message)
