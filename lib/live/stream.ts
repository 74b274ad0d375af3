import { z } from "zod"
import { countRequest, rateLimitHeaders } from "@/lib/api/rate-limit"
import { clientIp } from "@/lib/http/client-ip"
import { EVENT_STREAM, PushBody, type Sink, toReadableStream } from "@/lib/http/push-body"
import { securityHeaders } from "@/lib/http/security"
import { MAX_TOPICS } from "@/lib/stream-log/constants"
import { topic } from "@/lib/stream-log/page-topics"
import { type Subscriber, subscribe } from "./feed"

/** Delay before the browser reconnects. */
const RETRY_MS = 3_000

/** About a hundred events. When a client leaves more unread, the stream is closed, and the browser reconnects. */
const MAX_UNREAD_BYTES = 8_192

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
      "Content-Type": EVENT_STREAM,
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
  let unsubscribe: (() => void) | null = null
  const leave = () => {
    unsubscribe?.()
    unsubscribe = null
  }
  const start = (sink: Sink) => {
    const close = () => {
      leave()
      sink.close()
    }
    const send = (text: string) => {
      if (sink.buffered() > MAX_UNREAD_BYTES) return close()
      sink.write(encoder.encode(text))
    }
    unsubscribe = subscribe({ ip: clientIp(request.headers), topics, since, send, close })
    if (unsubscribe) send(`retry: ${RETRY_MS}\n\n`)
    request.signal.addEventListener("abort", close, { once: true })
    return leave
  }
  const stream = toReadableStream(new PushBody(EVENT_STREAM, start, leave))
  return unsubscribe ? stream : null
}

function errorResponse(status: number, error: string, headers: Record<string, string> = {}) {
  const all = { ...headers, ...Object.fromEntries(securityHeaders()), "Cache-Control": "no-store" }
  return Response.json({ error }, { status, headers: all })
}
