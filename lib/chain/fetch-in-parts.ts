import {
  isAway,
  isRateRefusal,
  limitsOf,
  quoteNode,
  type Refusal,
  readRetryAfter,
  sendInParts,
} from "./node-limits"

/** Longest wait of a page's or wallet's calls while a node asks them to retry later. */
const PATIENCE_MS = 2_000

type RpcBody = { id: number }

/** An answer of the node to a whole batch that is none. */
class BatchRefusedError extends Error {
  override name = "BatchRefusedError"
  constructor(
    readonly response: Response,
    /** Null when the node is away. */
    readonly refusal: Refusal | null,
  ) {
    super(refusal?.words)
  }
}

/**
 * `fetch` for viem's transport: a batch that the node refuses is sent in parts. Single calls, and what no smaller batch
 * cures, are answered as the node did.
 */
export async function fetchInParts(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const calls: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null
  if (!isBatch(calls)) return fetch(input, init)
  const url = input instanceof Request ? input.url : `${input}`
  try {
    const answers = await sendInParts(calls, {
      limits: limitsOf(url),
      send: (part) => sendPart(input, init, part),
      toRefusal: (error) => (error instanceof BatchRefusedError ? error.refusal : null),
      readWords: (answer) => readError(answer)?.message ?? null,
      patienceMs: PATIENCE_MS,
    })
    return Response.json(answers)
  } catch (error) {
    if (error instanceof BatchRefusedError) return error.response
    throw error
  }
}

const isBatch = (body: unknown): body is RpcBody[] =>
  Array.isArray(body) && body.every((call) => typeof call?.id === "number")

async function sendPart(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  part: readonly RpcBody[],
): Promise<unknown[]> {
  const [only] = part
  const body = JSON.stringify(part.length === 1 ? only : part)
  const response = await fetch(input, { ...init, body })
  const text = await response.text()
  const answer = parse(text)
  if (response.ok && Array.isArray(answer)) return answer
  const error = readError(answer)
  const isOnlyCall = part.length === 1 && only !== undefined
  // The answer to a single call, even an error, belongs to that call.
  if (isOnlyCall && typeof answer === "object" && answer !== null && (response.ok || error)) {
    if (!error || !isRateRefusal({ ...error, status: response.status })) {
      return [{ ...answer, id: only.id }]
    }
  }
  const message = error?.message ?? text
  const { status, statusText, headers } = response
  const whole = new Response(text, { status, statusText, headers })
  if (isAway(status) && !error) throw new BatchRefusedError(whole, null)
  throw new BatchRefusedError(whole, {
    kind: isRateRefusal({ status, code: error?.code, message }) ? "rate" : "size",
    words: quoteNode(message) || `HTTP ${status}`,
    retryAfter: readRetryAfter(headers.get("retry-after")),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The JSON-RPC error of an answer. Reverts are distinguished by their data, because equal ones may be many. */
function readError(answer: unknown): { code: number; message: string } | null {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return null
  const { error } = answer
  if (typeof error !== "object" || error === null) return null
  const code = "code" in error && typeof error.code === "number" ? error.code : 0
  return { code, message: "message" in error ? `${error.message}` : "" }
}
