import { z } from "zod"
import { countRequest, rateLimitHeaders } from "@/lib/api/rate-limit"
import { clientIp } from "@/lib/http/client-ip"
import { securityHeaders } from "@/lib/http/security"
import { MAX_TOPICS } from "@/lib/stream-log/constants"
import { topic } from "@/lib/stream-log/page-topics"
import { type Subscriber, subscribe } from "./feed"

/** Delay before the browser reconnects. */
const RETRY_MS = 3_000

/** Unread events of a client; beyond it the stream is closed, and the browser reconnects. */
const MAX_BACKLOG = 64

const topicList = z.array(topic)

/**
 * GET /live?topics=0x…,reef:c…&since=<version>: server-sent events that report when to refresh. The first is `current`
 * when nothing has changed since that version.
 */
export async function openStream(request: Request): Promise<Response> {
  const rateLimit = await countRequest("live", clientIp(request.headers))
  const window = rateLimitHeaders(rateLimit)
  if (!rateLimit.isAllowed) {
    const headers = { ...Object.fromEntries(window), "Retry-After": `${rateLimit.resetInSeconds}` }
    return errorResponse(429, "Too many streams opened in a minute", headers)
  }
  const url = new URL(request.url)
  const topics = parseTopics(url)
  if (topics === "malformed")
    return errorResponse(400, "topics must be token addresses, reef or reef:<post>")
  const stream = createEventStream(request, {
    topics,
    since: url.searchParams.get("since") ?? undefined,
  })
  if (!stream) return errorResponse(429, "Too many open streams", { "Retry-After": "60" })
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // no-transform: compression would buffer events.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      ...Object.fromEntries(window),
      ...Object.fromEntries(securityHeaders()),
    },
  })
}

function parseTopics(url: URL): ReadonlySet<string> | null | "malformed" {
  const names = (url.searchParams.get("topics") ?? "").split(",").filter((name) => name !== "")
  if (names.length === 0 || names.length > MAX_TOPICS) return null
  const parsed = topicList.safeParse(names)
  return parsed.success ? new Set(parsed.data) : "malformed"
}

function createEventStream(
  request: Request,
  { topics, since }: Pick<Subscriber, "topics" | "since">,
) {
  const encoder = new TextEncoder()
  let subscriber: Subscriber | undefined
  let unsubscribe: (() => void) | null = null
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => {
          unsubscribe?.()
          unsubscribe = null
          try {
            controller.close()
          } catch {
            // The client has closed the stream before.
          }
        }
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) <= -MAX_BACKLOG) return close()
          controller.enqueue(encoder.encode(text))
        }
        subscriber = { ip: clientIp(request.headers), topics, since, send, close }
        unsubscribe = subscribe(subscriber)
        if (unsubscribe) send(`retry: ${RETRY_MS}\n\n`)
        request.signal.addEventListener("abort", close, { once: true })
      },
      cancel() {
        unsubscribe?.()
        unsubscribe = null
      },
    },
    { highWaterMark: 0 },
  )
  return unsubscribe ? stream : null
}

function errorResponse(status: number, error: string, headers: Record<string, string> = {}) {
  const all = { ...headers, ...Object.fromEntries(securityHeaders()), "Cache-Control": "no-store" }
  return Response.json({ error }, { status, headers: all })
}
