import { type Dispatcher, request } from "undici"

type RpcCall = { method: string; params: readonly unknown[] }

/** A request to the node failed or was refused. A retry may succeed. */
export class RpcError extends Error {
  override name = "RpcError"
  constructor(
    message: string,
    /** JSON-RPC error code, when the node answered. */
    readonly code?: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The answer exceeds the limit. */
export class ResponseTooLargeError extends RpcError {
  override name = "AnswerTooLarge"
}

/** Answers of this size take about a second; a smaller range is requested instead. */
const MAX_RESPONSE_BYTES = 32 * 2 ** 20
/** Factor of the limit for indivisible answers, such as receipts. */
const LARGE_FACTOR = 8

/** Whether a smaller request may succeed: the answer exceeded the limit here or at the node. */
export function isVolumeError(error: unknown): boolean {
  if (error instanceof ResponseTooLargeError) return true
  const isRefusal = error instanceof RpcError && error.code !== undefined
  return (
    isRefusal &&
    /more than \d+ (logs|results)|too many (logs|results|events)|too (large|big)|size (limit|exceed)|exceeds? .*size/i.test(
      error.message,
    )
  )
}

/** JSON-RPC over HTTP without a client library's decoding: the indexer reads raw logs. */
export type Rpc = {
  call: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** Several calls in one request, answered in order by one node. */
  batch: (calls: readonly RpcCall[]) => Promise<unknown[]>
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
  const settle = async (calls: readonly RpcCall[], maxBytes = maxAnswerBytes) => {
    if (calls.length === 0) return []
    const body = calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))
    const text = await post(url, JSON.stringify(body.length === 1 ? body[0] : body), {
      timeoutMs,
      signal,
      maxBytes,
    })
    const answers = parseResponses(text)
    if (answers.length === 1 && calls.length > 1 && answers[0]?.error) throw toRpcError(answers[0])
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    return calls.map((_, id) => {
      const answer = byId.get(id)
      if (!answer) return new RpcError("The node left a call of a batch unanswered")
      return answer.error ? toRpcError(answer) : answer.result
    })
  }
  const batch = async (calls: readonly RpcCall[], maxBytes = maxAnswerBytes) => {
    const answers = await settle(calls, maxBytes)
    for (const answer of answers) if (answer instanceof RpcError) throw answer
    return answers
  }
  return {
    batchSettled: (calls) => settle(calls),
    batch: (calls) => batch(calls),
    call: async (method, params = []) => (await batch([{ method, params }]))[0],
    callLarge: async (method, params) =>
      (await batch([{ method, params }], LARGE_FACTOR * maxAnswerBytes))[0],
  }
}

function toRpcError({ error }: RpcResponse) {
  return new RpcError(error?.message ?? "The node refused without a reason", error?.code)
}

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

/** With `undici` itself: `fetch` on top of it takes four times the processor time of a small call. */
async function post(url: string, body: string, { timeoutMs, signal, maxBytes }: RequestLimits) {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    // Whoever reads is told of an error; of a body that is left unread nobody is, and that must not end the process.
    response.body.on("error", () => {})
    const text = await readLimited(response, maxBytes)
    if (response.statusCode >= 300)
      throw new RpcError(`The node answered ${response.statusCode}`, undefined)
    return text
  } catch (cause) {
    if (cause instanceof RpcError) throw cause
    throw new RpcError("The node did not answer", undefined, { cause })
  }
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
