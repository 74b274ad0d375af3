import { type Dispatcher, request } from "undici"
import {
  describeCalls,
  isAway,
  isRateRefusal,
  limitsOf,
  type NodeLimits,
  quoteNode,
  type Refusal,
  readRetryAfter,
  sendInParts,
} from "@/lib/chain/node-limits"
import { inSpan } from "@/lib/telemetry/signals"

type RpcCall = { method: string; params: readonly unknown[] }

/** A request to the node failed or was refused. A retry may succeed. */
export class RpcError extends Error {
  override name = "RpcError"
  constructor(
    message: string,
    /** JSON-RPC error code, when the node answered. */
    readonly code?: number,
    options?: ErrorOptions & { http?: HttpRefusal },
  ) {
    super(message, options)
    this.http = options?.http
  }
  /** Set when the node answered with an HTTP status that is no success. */
  readonly http: HttpRefusal | undefined
}

type HttpRefusal = { status: number; retryAfter?: number | undefined }

/** The answer exceeds the limit. */
export class ResponseTooLargeError extends RpcError {
  override name = "AnswerTooLarge"
}

/** Answers of this size take about a second; a smaller range is requested instead. */
const MAX_RESPONSE_BYTES = 32 * 2 ** 20
/** Factor of the limit for indivisible answers, such as receipts. */
const LARGE_FACTOR = 8

/**
 * Whether a smaller request may succeed: the answer exceeded the limit here, or the node refused, in whatever words,
 * or took too long. False when the node is down.
 */
export function isSizeRefusal(error: unknown): boolean {
  if (error instanceof ResponseTooLargeError) return true
  if (!(error instanceof RpcError)) return false
  const isTimeout = error.cause instanceof Error && error.cause.name === "TimeoutError"
  return isTimeout || isRefusal(error)
}

const isRefusal = ({ code, http }: RpcError) =>
  code !== undefined || (http !== undefined && !isAway(http.status))

/** Reverted calls have code 3; some nodes use -32000 and name the revert in the message. */
export function isRevert({ code, message }: RpcError) {
  return code === 3 || (code !== undefined && /revert|invalid opcode|out of gas/i.test(message))
}

/** Null for an answer that is too large: its callers read it in other parts. */
function toRefusal(error: unknown): Refusal | null {
  if (!(error instanceof RpcError) || !isRefusal(error)) return null
  const { code, http, message } = error
  const kind = isRateRefusal({ status: http?.status, code, message }) ? "rate" : "size"
  return { kind, words: quoteNode(message), retryAfter: http?.retryAfter }
}

/** JSON-RPC over HTTP without a client library's decoding: the indexer reads raw logs. */
export type Rpc = {
  /** The limits that the node has shown so far. */
  limits: NodeLimits
  call: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** Sends several calls, answered in order; in one request where the node accepts as many. */
  batch: (calls: readonly RpcCall[]) => Promise<unknown[]>
  /** Like `batch`, but in one request that one node answers; null when it does not accept as many calls. */
  batchAtOnce: (calls: readonly RpcCall[]) => Promise<unknown[] | null>
  /** A call with an indivisible answer. */
  callLarge: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** As `batch`, but returns errors of single calls among the answers. */
  batchSettled: (calls: readonly RpcCall[]) => Promise<(unknown | RpcError)[]>
}

type RpcResponse = { id: number; result?: unknown; error?: { code?: number; message?: string } }

export function createRpc(
  url: string,
  {
    timeoutMs,
    signal,
    maxAnswerBytes = MAX_RESPONSE_BYTES,
  }: { timeoutMs: number; signal?: AbortSignal; maxAnswerBytes?: number },
): Rpc {
  const limits = limitsOf(url)
  const send = async (part: readonly RpcCall[], maxBytes: number) => {
    const body = part.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))
    const text = await inSpan(
      () => {
        const methods = part.map(({ method }) => method)
        return describeCalls(url, methods)
      },
      () =>
        post(url, JSON.stringify(body.length === 1 ? body[0] : body), {
          timeoutMs,
          signal,
          maxBytes,
        }),
    )
    const answers = parseResponses(text)
    if (answers.length === 1 && part.length > 1 && answers[0]?.error) throw toRpcError(answers[0])
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    return part.map((_, id) => {
      const answer = part.length === 1 ? answers[0] : byId.get(id)
      if (!answer) return new RpcError("The node left a call of a batch unanswered")
      return answer.error ? toRpcError(answer) : answer.result
    })
  }
  const settle = async (calls: readonly RpcCall[], maxBytes = maxAnswerBytes) =>
    sendInParts<RpcCall, unknown>(calls, {
      limits,
      send: async (part) => throwRate(await send(part, maxBytes)),
      toRefusal,
      readWords,
      patienceMs: timeoutMs,
    })
  const batch = async (calls: readonly RpcCall[], maxBytes = maxAnswerBytes) =>
    throwFirst(await settle(calls, maxBytes))
  return {
    limits,
    batchSettled: (calls) => settle(calls),
    batch: (calls) => batch(calls),
    batchAtOnce: async (calls) => {
      if (calls.length > limits.calls) return null
      const answers = await send(calls, maxAnswerBytes).then(throwRate).catch(nullIfRefused)
      if (!answers || isRefusedAlike(answers)) return null
      return throwFirst(answers)
    },
    call: async (method, params = []) => (await batch([{ method, params }]))[0],
    callLarge: async (method, params) =>
      (await batch([{ method, params }], LARGE_FACTOR * maxAnswerBytes))[0],
  }
}

function throwFirst(answers: unknown[]) {
  for (const answer of answers) if (answer instanceof RpcError) throw answer
  return answers
}

/** A node that counts calls may answer some of a batch and refuse the others for now: all are sent again. */
function throwRate(answers: unknown[]) {
  for (const answer of answers) {
    if (answer instanceof RpcError && isRateRefusal(answer)) throw answer
  }
  return answers
}

function nullIfRefused(error: unknown): null {
  if (!toRefusal(error)) throw error
  return null
}

/** Each call of a batch was refused in the same words. */
function isRefusedAlike(answers: readonly unknown[]) {
  const words = readWords(answers[0])
  return words !== null && answers.length > 1 && answers.every((one) => readWords(one) === words)
}

const readWords = (answer: unknown) =>
  answer instanceof RpcError && !isRevert(answer) ? answer.message : null

const readMessage = ({ error }: RpcResponse) =>
  error?.message ?? "The node refused without a reason"

const toRpcError = (answer: RpcResponse) =>
  new RpcError(readMessage(answer), answer.error?.code ?? 0)

function parseResponses(text: string): RpcResponse[] {
  try {
    const parsed: unknown = JSON.parse(text)
    const answers = Array.isArray(parsed) ? parsed : [parsed]
    return answers.filter((answer) => typeof answer === "object" && answer !== null)
  } catch (cause) {
    throw new RpcError("The node's answer is not JSON", undefined, { cause })
  }
}

type RequestLimits = { timeoutMs: number; signal: AbortSignal | undefined; maxBytes: number }

/** With `undici` directly: `fetch` on top of it takes four times the processor time of a small call. */
async function post(url: string, body: string, { timeoutMs, signal, maxBytes }: RequestLimits) {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    // Readers receive errors. An unread body's error has no listener, and must not end the process.
    response.body.on("error", () => {})
    const text = await readLimited(response, maxBytes)
    if (response.statusCode >= 300) throw toHttpError(response, text)
    return text
  } catch (cause) {
    if (cause instanceof RpcError) throw cause
    throw new RpcError("The node did not answer", undefined, { cause })
  }
}

/** A refusal by HTTP status, with the node's own words. */
function toHttpError({ statusCode: status, headers }: Dispatcher.ResponseData, text: string) {
  const retryAfter = readRetryAfter(String(headers["retry-after"] ?? ""))
  const http = { status, retryAfter }
  const [answer] = text.startsWith("{") || text.startsWith("[") ? parseResponses(text) : []
  if (answer?.error) return new RpcError(readMessage(answer), answer.error.code ?? 0, { http })
  return new RpcError(`The node answered ${status}: ${quoteNode(text)}`, undefined, { http })
}

async function readLimited({ headers, body }: Dispatcher.ResponseData, maxBytes: number) {
  const declared = headers["content-length"]
  if (Number(declared ?? 0) > maxBytes) {
    body.destroy()
    throw createTooLargeError(maxBytes)
  }
  // The connection ends after the declared length.
  if (declared !== undefined) return body.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw createTooLargeError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const createTooLargeError = (maxBytes: number) =>
  new ResponseTooLargeError(`The answer is above ${maxBytes} bytes`)
