/** Sends requests to a node in parts that it accepts, whatever its limits are and however it words them. */

import type { SpanFacts } from "@/lib/telemetry/signals"

/** The request size that a node has accepted so far, one value per node address. */
export type NodeLimits = {
  /** Calls in one request. */
  calls: number
  /** Emitters in one filter of logs. */
  addresses: number
}

/** More in one request gains nothing. */
const MAX_CALLS = 1_000
/** Providers refuse longer lists. */
const MAX_ADDRESSES = 500
/** A refusal may have had a passing cause: after so many full requests one call more is tried. */
const PARTS_UNTIL_MORE = 50
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 5_000

export const createNodeLimits = (): NodeLimits => ({ calls: MAX_CALLS, addresses: MAX_ADDRESSES })

const limitsByUrl = new Map<string, NodeLimits>()

/** The limits of the node at this address, learned by all of this process. */
export function limitsOf(url: string): NodeLimits {
  const limits = limitsByUrl.get(url) ?? createNodeLimits()
  limitsByUrl.set(url, limits)
  return limits
}

/** The reason a whole request got no answers. */
export type Refusal = {
  /** `size`: a smaller request may succeed. `rate`: the same one may, later. */
  kind: "size" | "rate"
  /** The node's own. */
  words: string
  /** Seconds that the node asks to wait. */
  retryAfter?: number | undefined
}

type Sending<Call, Answer> = {
  limits: NodeLimits
  /** Sends one request; returns the answers in order, or throws. */
  send: (part: readonly Call[]) => Promise<Answer[]>
  /** Null for an error that a smaller or later request does not cure. */
  toRefusal: (error: unknown) => Refusal | null
  /** The node's words instead of a result; null for a result, and for errors of the call itself. */
  readWords: (answer: Answer) => string | null
  /** Limit for the sum of all pauses of one call. */
  patienceMs: number
}

/** Sends the calls in as few requests as the node accepts, in order. Throws the refusal of a single call. */
export async function sendInParts<Call, Answer>(
  calls: readonly Call[],
  { limits, send, toRefusal, readWords, patienceMs }: Sending<Call, Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const pauses = createPauses(patienceMs)
  let size = limits.calls
  let refused: { size: number; words: string } | undefined
  while (answers.length < calls.length) {
    const part = calls.slice(answers.length, answers.length + size)
    try {
      const results = await send(part)
      const words = await findRefusalOfAll(part, results, { send, readWords })
      if (words) {
        refused = { size: part.length, words }
        size = part.length >> 1
        continue
      }
      answers.push(...results)
      if (refused && part.length < refused.size) learn(limits, part.length, refused.words)
      else if (part.length === limits.calls) countFull(limits)
    } catch (error) {
      const refusal = toRefusal(error)
      if (!refusal) throw error
      if (part.length > 1) size = part.length >> 1
      if (refusal.kind === "rate") {
        if (!(await pauses.wait(refusal.retryAfter))) throw error
      } else if (part.length === 1) throw error
      else refused = { size: part.length, words: refusal.words }
    }
  }
  return answers
}

/**
 * Some nodes refuse a batch by refusing each of its calls in the same words. Sending the first call by itself shows
 * whether the batch is the cause.
 */
async function findRefusalOfAll<Call, Answer>(
  part: readonly Call[],
  answers: readonly Answer[],
  { send, readWords }: Pick<Sending<Call, Answer>, "send" | "readWords">,
): Promise<string | null> {
  const [first] = answers
  if (part.length < 2 || first === undefined) return null
  const words = readWords(first)
  if (words === null || !answers.every((answer) => readWords(answer) === words)) return null
  const [alone] = await send(part.slice(0, 1))
  return alone !== undefined && readWords(alone) === words ? null : words
}

const fullParts = new WeakMap<NodeLimits, number>()

function countFull(limits: NodeLimits) {
  const count = (fullParts.get(limits) ?? 0) + 1
  if (count >= PARTS_UNTIL_MORE) limits.calls = Math.min(MAX_CALLS, limits.calls + 1)
  fullParts.set(limits, count % PARTS_UNTIL_MORE)
}

function learn(limits: NodeLimits, calls: number, words: string) {
  if (calls >= limits.calls) return
  limits.calls = calls
  fullParts.delete(limits)
  console.warn(`The node takes ${calls} calls in one request: ${words}`)
}

/** Growing pauses whose sum is limited; `wait` returns false once they are used up. */
function createPauses(patienceMs: number) {
  let next = FIRST_PAUSE_MS
  let left = patienceMs
  return {
    wait: async (retryAfter = 0) => {
      const pause = Math.max(next * (0.5 + Math.random() / 2), retryAfter * 1_000)
      next = Math.min(MAX_PAUSE_MS, next * 2)
      if (pause > left) return false
      left -= pause
      await new Promise((resolve) => setTimeout(resolve, pause))
      return true
    },
  }
}

/** Whether the node asks to wait: by HTTP 429, or in the words of known providers. */
export function isRateRefusal({
  status,
  code,
  message,
}: {
  status?: number | undefined
  code?: number | undefined
  message: string
}): boolean {
  if (status === 429 || code === 429 || code === -32_029) return true
  return /rate.?limit|too many requests|(requests?|compute units?|throughput|capacity|calls).{0,40}(per|\/) ?(second|sec|minute)|compute units|request rate/i.test(
    message,
  )
}

/** A gateway without a node behind it: smaller requests do not help. */
export const isAway = (status: number) => status === 502 || status === 503

/** Seconds of a Retry-After header; undefined for none and for dates. */
export function readRetryAfter(header: string | null | undefined): number | undefined {
  return header && /^\d{1,4}$/.test(header) ? Number(header) : undefined
}

const WORDS_SHOWN = 200

/** The node's message in a form that may be public: without host addresses and without possible keys. */
export function quoteNode(words: string): string {
  const plain = words
    .replace(/https?:\/\/\S+/gi, "…")
    .replace(/\b(?!0x)[\w-]{24,}\b/g, "…")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
  return plain.length > WORDS_SHOWN ? `${plain.slice(0, WORDS_SHOWN)}…` : plain
}

/** The span of a request to a node: its methods and its host, as the rest of its address is a secret of many. */
export function describeCalls(url: string, methods: readonly string[]): SpanFacts {
  const { hostname, port, protocol } = new URL(url)
  const method = [...new Set(methods)].join(", ")
  return {
    name: method,
    isCall: true,
    attributes: {
      "rpc.system.name": "jsonrpc",
      "rpc.method": method,
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
      ...(methods.length > 1 && { "atoll.rpc.calls": methods.length }),
    },
  }
}
