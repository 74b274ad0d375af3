type Call = { method: string; params: readonly unknown[] }

/** A node that could not be asked, or refused. Another try may succeed. */
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

/** The answer is beyond what is read in one piece. */
export class AnswerTooLarge extends RpcError {
  override name = "AnswerTooLarge"
}

/** Answers of this size take a second or so; a smaller range is asked for instead. */
const MAX_ANSWER_BYTES = 32 * 2 ** 20

/** JSON-RPC over HTTP without the decoding of a general client: the indexer reads raw logs. */
export type Rpc = {
  call: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** Several calls in one request, answered in order by one and the same node. */
  batch: (calls: readonly Call[]) => Promise<unknown[]>
  /** As `batch`, with refusals of single calls among the answers. */
  settle: (calls: readonly Call[]) => Promise<(unknown | RpcError)[]>
}

type Answer = { id: number; result?: unknown; error?: { code?: number; message?: string } }

export function openRpc(
  url: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Rpc {
  const settle = async (calls: readonly Call[]) => {
    if (calls.length === 0) return []
    const body = calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))
    const text = await post(url, JSON.stringify(body.length === 1 ? body[0] : body), {
      timeoutMs,
      signal,
    })
    const answers = parse(text)
    if (answers.length === 1 && calls.length > 1 && answers[0]?.error) throw refusal(answers[0])
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    return calls.map((_, id) => {
      const answer = byId.get(id)
      if (!answer) return new RpcError("The node left a call of a batch unanswered")
      return answer.error ? refusal(answer) : answer.result
    })
  }
  const batch = async (calls: readonly Call[]) => {
    const answers = await settle(calls)
    for (const answer of answers) if (answer instanceof RpcError) throw answer
    return answers
  }
  return {
    settle,
    batch,
    call: async (method, params = []) => (await batch([{ method, params }]))[0],
  }
}

function refusal({ error }: Answer) {
  return new RpcError(error?.message ?? "The node refused without a reason", error?.code)
}

function parse(text: string): Answer[] {
  try {
    const parsed: unknown = JSON.parse(text)
    const answers = Array.isArray(parsed) ? parsed : [parsed]
    return answers.filter((answer) => typeof answer === "object" && answer !== null)
  } catch (cause) {
    throw new RpcError("The node's answer is not JSON", undefined, { cause })
  }
}

type Limits = { timeoutMs: number; signal: AbortSignal | undefined }

async function post(url: string, body: string, { timeoutMs, signal }: Limits) {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    const text = await readCapped(response)
    if (!response.ok) throw new RpcError(`The node answered ${response.status}`, undefined)
    return text
  } catch (cause) {
    if (cause instanceof RpcError) throw cause
    throw new RpcError("The node did not answer", undefined, { cause })
  }
}

async function readCapped(response: Response) {
  const declared = response.headers.get("content-length")
  if (Number(declared ?? 0) > MAX_ANSWER_BYTES) throw tooLarge()
  // With a length the connection itself stops there.
  if (declared !== null) return response.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const tooLarge = () => new AnswerTooLarge(`The answer is above ${MAX_ANSWER_BYTES} bytes`)
