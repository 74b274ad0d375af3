import { setTimeout as pause } from "node:timers/promises"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"
import { log } from "@/lib/telemetry/logger"
import { version } from "@/package.json"

/** For the whole request: both tries, headers and body. */
const TIME_LIMIT_MS = 5_000
const MAX_ANSWER_BYTES = 65_536
const RETRY_PAUSE_MS = 150
const JSON_TYPE = /^(application|text)\/([^\s;/]+\+)?json\s*(;|$)/i

/** `body` is JSON, or undefined for a status of 400 to 499. */
export type JsonAnswer = { status: number; body: unknown }

export type JsonRequest = {
  /** Name of the service in messages. */
  service: string
  url: string
  headers?: Record<string, string>
  /** Sent by POST, once. Without it the answer is read by GET, once more after a failure. */
  form?: URLSearchParams
}

/**
 * Calls a configured service. Answers of 400 to 499 are its verdict; anything but JSON with status 200 (a redirect, a
 * defect, silence, a large or malformed body) is 503 UPSTREAM_UNAVAILABLE.
 */
export async function readJson(request: JsonRequest): Promise<JsonAnswer> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    return await tryRead(request, signal).catch(async (error: unknown) => {
      const isFinal = request.form || signal.aborted || error instanceof MalformedAnswerError
      if (isFinal) throw error
      await pause(RETRY_PAUSE_MS, undefined, { signal })
      return tryRead(request, signal)
    })
  } catch (cause) {
    const { service } = request
    log.warn(`${service} failed: ${reasonOf(cause)}`)
    const message = `${service} cannot be reached`
    throw new ApiError("UPSTREAM_UNAVAILABLE", message, { retryAfter: 10, cause })
  }
}

/** Asking again would bring the same answer. */
class MalformedAnswerError extends Error {}

async function tryRead(request: JsonRequest, signal: AbortSignal): Promise<JsonAnswer> {
  const { url, form, headers } = request
  const response = await fetch(url, {
    method: form ? "POST" : "GET",
    headers: { Accept: "application/json", "User-Agent": userAgent(), ...headers },
    ...(form && { body: form }),
    redirect: "manual",
    signal,
  })
  const { status } = response
  if (status === 200) return { status, body: parse(await readText(response)) }
  // An unread body must not keep the connection open.
  response.body?.cancel().catch(() => {})
  if (status >= 400 && status < 500) return { status, body: undefined }
  if (status < 500) throw new MalformedAnswerError(`it answered ${status}`)
  throw new Error(`it answered ${status}`)
}

const userAgent = () => `Atoll/${version} (+${env().BASE_URL})`

/** Leaving the loop closes the connection. */
async function readText(response: Response): Promise<string> {
  if (!JSON_TYPE.test(response.headers.get("content-type") ?? "")) {
    response.body?.cancel().catch(() => {})
    throw new MalformedAnswerError("its answer is not JSON")
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) {
      throw new MalformedAnswerError(`its answer is above ${MAX_ANSWER_BYTES} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size).toString("utf8")
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MalformedAnswerError("its answer is not JSON")
  }
}

/** fetch hides the reason in `cause`. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
