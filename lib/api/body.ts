import type { BodyType } from "./contract"
import { ApiError, invalid } from "./errors"
import { kept } from "./kept"
import { isMultipart, MULTIPART_CAP, parseMultipart } from "./multipart"

export const JSON_CAP = 65_536
const MAX_DEPTH = 32

const JSON_TYPE = /^application\/(json|[^\s;/]+\+json)\s*(;|$)/i

const JSON_ONLY: readonly BodyType[] = ["json"]

/** How large a body may be: a form can carry a file where the operation takes one. */
export function capOf(types = JSON_ONLY, contentType: string | null) {
  return types.includes("multipart") && isMultipart(contentType) ? MULTIPART_CAP : JSON_CAP
}

/** Refuses a body that is declared too large, before a byte of it is read. */
export function refuseDeclared(request: Request, cap: number) {
  if (Number(request.headers.get("content-length") ?? 0) > cap) throw tooLarge(cap)
}

/** A body has to arrive within this time. */
const ARRIVAL_MS = 30_000

/** Bytes of bodies that all requests of this process may hold at once. */
const MAX_HELD_BYTES = 134_217_728

type Limits = { cap: number; arrivalMs?: number; maxHeldBytes?: number }

/**
 * Reads the body and hands its bytes on, null without any. They count as held until the work with them
 * has ended; when all requests together hold too many, this one is sent away.
 */
export async function withBody<T>(
  request: Request,
  limits: Limits,
  work: (bytes: Uint8Array | null) => Promise<T>,
): Promise<T> {
  const all = kept("held-bytes", () => ({ count: 0 }))
  let own = 0
  const hold = (bytes: number) => {
    own += bytes
    all.count += bytes
    if (all.count > (limits.maxHeldBytes ?? MAX_HELD_BYTES)) throw tooBusy()
  }
  try {
    return await work(await readBody(request, limits, hold))
  } finally {
    all.count -= own
  }
}

/** Reading stops at the cap, whatever length was declared. */
async function readBody(
  request: Request,
  { cap, arrivalMs = ARRIVAL_MS }: Limits,
  hold: (bytes: number) => void,
): Promise<Uint8Array | null> {
  if (!request.body) return null
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(arrivalMs)), arrivalMs)
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(brokenOff), late])
      if (done) return size === 0 ? null : Buffer.concat(chunks, size)
      size += value.byteLength
      if (size > cap) throw tooLarge(cap)
      hold(value.byteLength)
      chunks.push(value)
    }
  } catch (error) {
    // Not awaited: a client that goes on sending must not hold the answer back.
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Whoever sent it has gone: no defect, whatever the connection's error is called. */
function brokenOff(cause: unknown): never {
  throw incomplete("The body broke off", { cause })
}

/** The connection is closed: its rest is not waited for. */
const tooSlow = (arrivalMs: number) =>
  incomplete(`The body did not arrive within ${arrivalMs / 1000} seconds`, {
    headers: { Connection: "close" },
  })

const incomplete = (
  message: string,
  extra: { cause?: unknown; headers?: { Connection: string } },
) => new ApiError("VALIDATION_FAILED", message, { details: [{ path: "", message }], ...extra })

const tooBusy = () =>
  new ApiError("SERVICE_UNAVAILABLE", "Too many uploads at once", { retryAfter: 5 })

const tooLarge = (cap: number) =>
  new ApiError("BODY_TOO_LARGE", `The body is larger than ${cap} bytes`)

const TYPE_NAMES = { json: "application/json", multipart: "multipart/form-data" } as const

/** The body's fields; no body counts as the empty object. */
export function parseBody(
  bytes: Uint8Array | null,
  contentType: string | null,
  types = JSON_ONLY,
): object {
  if (!bytes) return {}
  if (contentType && types.includes("multipart") && isMultipart(contentType)) {
    return parseMultipart(bytes, contentType)
  }
  if (!contentType || !types.includes("json") || !JSON_TYPE.test(contentType)) {
    const names = types.map((type) => TYPE_NAMES[type]).join(" or ")
    throw new ApiError("UNSUPPORTED_MEDIA_TYPE", `The body must be sent as ${names}`)
  }
  return parseObject(bytes)
}

function parseObject(bytes: Uint8Array): object {
  const value = parseJson(decode(bytes))
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("", "The body must be a JSON object")
  }
  return value
}

function decode(bytes: Uint8Array) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw invalidJson("The body is not valid UTF-8")
  }
}

function parseJson(text: string): unknown {
  if (depth(text) > MAX_DEPTH) throw invalidJson(`The body nests deeper than ${MAX_DEPTH} levels`)
  try {
    const value: unknown = JSON.parse(text)
    // A lone surrogate can only come from an escape: the bytes themselves were valid UTF-8.
    if (/\\u[dD][89a-fA-F]/.test(text)) refuseLoneSurrogates(value)
    return value
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw invalidJson("The body is not valid JSON")
  }
}

/** Nesting of brackets outside strings; measured before parsing. */
function depth(text: string) {
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

function refuseLoneSurrogates(value: unknown) {
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) {
    throw invalidJson("The body holds a lone surrogate")
  }
  if (typeof value !== "object" || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    refuseLoneSurrogates(key)
    refuseLoneSurrogates(inner)
  }
}

const invalidJson = (message: string) => new ApiError("INVALID_JSON", message)
