import { z } from "zod"
import { clientIp } from "@/lib/api/client-ip"
import { rateHeaders, take } from "@/lib/api/rate-limit"
import { securityHeaders } from "@/lib/api/security"
import { MAX_TOPICS } from "./event"
import { type Subscriber, subscribe } from "./feed"
import { topic } from "./topics"

/** What the browser waits before it comes back after a lost connection. */
const RETRY_MS = 3_000

/** Events a client may leave unread; a slower one is sent away and comes back by itself. */
const MAX_BACKLOG = 64

const topicList = z.array(topic)

/**
 * GET /live?topics=0x…,reef:c…&since=<mark>: server-sent events that tell when to read again. The first is
 * `current` when nothing has changed since the mark.
 */
export async function openStream(request: Request): Promise<Response> {
  const verdict = await take("live", clientIp(request.headers))
  const window = rateHeaders(verdict)
  if (!verdict.isAllowed) {
    const headers = { ...Object.fromEntries(window), "Retry-After": `${verdict.resetInSeconds}` }
    return refused(429, "Too many streams opened in a minute", headers)
  }
  const url = new URL(request.url)
  const topics = topicsOf(url)
  if (topics === "malformed")
    return refused(400, "topics must be token addresses, reef or reef:<post>")
  const stream = pipe(request, { topics, since: url.searchParams.get("since") ?? undefined })
  if (!stream) return refused(429, "Too many open streams", { "Retry-After": "60" })
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // no-transform: compression would hold events back.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      ...Object.fromEntries(window),
      ...Object.fromEntries(securityHeaders()),
    },
  })
}

function topicsOf(url: URL): ReadonlySet<string> | null | "malformed" {
  const names = (url.searchParams.get("topics") ?? "").split(",").filter((name) => name !== "")
  if (names.length === 0 || names.length > MAX_TOPICS) return null
  const parsed = topicList.safeParse(names)
  return parsed.success ? new Set(parsed.data) : "malformed"
}

function pipe(request: Request, { topics, since }: Pick<Subscriber, "topics" | "since">) {
  const encoder = new TextEncoder()
  let subscriber: Subscriber | undefined
  let leave: (() => void) | null = null
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => {
          leave?.()
          leave = null
          try {
            controller.close()
          } catch {
            // The client has gone first.
          }
        }
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) <= -MAX_BACKLOG) return close()
          controller.enqueue(encoder.encode(text))
        }
        subscriber = { ip: clientIp(request.headers), topics, since, send, close }
        leave = subscribe(subscriber)
        if (leave) send(`retry: ${RETRY_MS}\n\n`)
        request.signal.addEventListener("abort", close, { once: true })
      },
      cancel() {
        leave?.()
        leave = null
      },
    },
    { highWaterMark: 0 },
  )
  return leave ? stream : null
}

function refused(status: number, error: string, headers: Record<string, string> = {}) {
  const all = { ...headers, ...Object.fromEntries(securityHeaders()), "Cache-Control": "no-store" }
  return Response.json({ error }, { status, headers: all })
}
