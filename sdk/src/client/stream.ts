import { AtollError, isRecord, toAtollError } from "./errors"
import { sleep } from "./http"

/** An event of the stream: a row as its list has it, or `reorg`. */
export type StreamEvent = { event: string; id: string; data: unknown }

export type StreamOptions = {
  /** Cursor after which the stream begins: the `id` of an event. */
  after?: string
  signal?: AbortSignal
}

type Connect = (
  path: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>

/** A connection that says nothing for two heartbeats of 15 seconds and some more is dead. */
const SILENCE_MS = 40_000
const DEFAULT_RETRY_MS = 2_000
const MOST_RETRY_MS = 60_000

/**
 * Rows of topics as they arrive. After a lost connection it resumes after the last event, without gaps or repetitions;
 * it ends when the caller leaves the loop or aborts the signal.
 */
export async function* readStream(
  connect: Connect,
  topics: readonly string[],
  { after, signal }: StreamOptions = {},
): AsyncGenerator<StreamEvent, void, void> {
  const path = `/api/v1/stream?topics=${encodeURIComponent(topics.join())}`
  const state = { cursor: after ?? null, retryMs: DEFAULT_RETRY_MS }
  for (let failures = 0; !signal?.aborted; ) {
    const connection = new AbortController()
    const stop = () => connection.abort()
    signal?.addEventListener("abort", stop)
    try {
      const headers = {
        accept: "text/event-stream",
        ...(state.cursor !== null && { "last-event-id": state.cursor }),
      }
      const response = await connect(path, { headers, signal: connection.signal })
      if (!response.ok || !response.body) throw await toStreamError(response)
      for await (const event of readEvents(response.body, state, stop)) {
        failures = 0
        if (event.event !== "ready") yield event
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof AtollError && !isTransient(error)) throw error
      const seconds = error instanceof AtollError ? error.retryAfter : null
      if (seconds !== null) await pause(seconds * 1_000, signal)
    } finally {
      signal?.removeEventListener("abort", stop)
      connection.abort()
    }
    if (signal?.aborted) return
    await pause(Math.min(state.retryMs * 2 ** Math.min(failures++, 5), MOST_RETRY_MS), signal)
  }
}

const pause = (ms: number, signal?: AbortSignal) => sleep(ms, signal).catch(() => {})

const isTransient = ({ status }: AtollError) => status === 0 || status === 429 || status >= 500

async function toStreamError(response: Response) {
  const body: unknown = await response.json().catch(() => null)
  return toAtollError(response, body)
}

type State = { cursor: string | null; retryMs: number }

/** Events of one connection. Ids of heartbeats also move the cursor. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  state: State,
  stop: () => void,
): AsyncGenerator<StreamEvent> {
  for await (const block of readBlocks(body, stop)) {
    const fields = parseFields(block)
    const retry = Number(fields.get("retry"))
    if (fields.has("retry") && Number.isFinite(retry)) state.retryMs = retry
    const id = fields.get("id")
    const [event, data] = [fields.get("event"), fields.get("data")]
    if (event !== undefined && data !== undefined) {
      yield { event, id: id ?? "", data: parseJson(data) }
    }
    // Set only now, so that events the reader did not take are sent again.
    if (id !== undefined) state.cursor = id
  }
}

/** Texts between empty lines. */
async function* readBlocks(body: ReadableStream<Uint8Array>, stop: () => void) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  for (;;) {
    const timer = setTimeout(stop, SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n")
    rest = blocks.pop() ?? ""
    yield* blocks
  }
}

function parseFields(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.split("\n")) {
    const at = line.indexOf(":")
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trimStart())
  }
  return fields
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AtollError("The stream has sent something that is not JSON", {
      code: "INTERNAL_ERROR",
      status: 502,
    })
  }
}

/** Whether an event reports rows that a reorganisation removed. */
export const isReorg = (
  event: StreamEvent,
): event is StreamEvent & { data: { fromBlock: number; removedIds: Record<string, unknown[]> } } =>
  event.event === "reorg" && isRecord(event.data)
