import type { IncomingMessage, ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { hasFailed, watchFailures } from "@/lib/api/failed-requests"
import { type FrameworkHandler, type Rendering, renderRequest, sendRendering } from "./render"
import { renderHeader } from "./render-header"
import { addressOf, OverloadError, type RenderQueue } from "./render-queue"

/** Pauses before a failed rendering is tried again, in milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 8_000]

/** Requests held at a time; others get the existing answer. */
const MAX_HELD = 200

let held = 0

/**
 * An open page requests itself again. While the page cannot be rendered, its request waits: the router keeps the page
 * until it has an answer, and an error would replace it. After the last try the connection is closed, which the router
 * treats as an outage and retries (`useOffline` in next.config.mjs).
 */
export function createRefreshStep(handle: FrameworkHandler, queue: RenderQueue) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (!isRefresh(request) || held >= MAX_HELD) return false
    held += 1
    try {
      for (const pause of [...PAUSES, null]) {
        const rendering = await tryRender(handle, queue, request)
        if (rendering) {
          sendRendering(request, response, rendering)
          return true
        }
        if (pause === null || response.destroyed) break
        await sleep(pause)
        // Counts a client's request once, however often it is tried here.
        request.headers[renderHeader()] = "counted"
      }
      response.destroy()
      return true
    } finally {
      held -= 1
    }
  }
}

/** Whether the request is for the open page, not for one that a link leads to. */
function isRefresh({ method, headers, url = "" }: IncomingMessage) {
  if (method !== "GET" || headers.rsc === undefined || headers["next-action"] !== undefined) {
    return false
  }
  if (headers["next-router-prefetch"] !== undefined || !headers.referer) return false
  const from = URL.canParse(headers.referer) ? new URL(headers.referer) : null
  const to = new URL(url, "http://localhost")
  to.searchParams.delete("_rsc")
  return from !== null && from.pathname === to.pathname && isSameQuery(from, to)
}

function isSameQuery(from: URL, to: URL) {
  from.searchParams.sort()
  to.searchParams.sort()
  return `${from.searchParams}` === `${to.searchParams}`
}

/** Null if the page failed, or too many wait. */
async function tryRender(
  handle: FrameworkHandler,
  queue: RenderQueue,
  request: IncomingMessage,
): Promise<Rendering | null> {
  const id = `${request.headers["x-request-id"]}`
  const stop = watchFailures(id)
  try {
    const rendering = await queue.run(addressOf(request), () => renderRequest(handle, request))
    return rendering.status >= 500 || hasFailed(id) ? null : rendering
  } catch (error) {
    if (!(error instanceof OverloadError)) console.error(error)
    return null
  } finally {
    stop()
  }
}
