import { isStillAuthenticated } from "@/lib/auth/caller"
import { ApiError } from "@/lib/http/errors"
import { EVENT_STREAM, PushBody } from "@/lib/http/push-body"
import type { HeaderReader } from "@/lib/http/request"
import { MAX_STREAMS } from "@/lib/stream-log/constants"
import { type Cursor, expiredCursor, invalidCursor, parseCursor, toCursor } from "./cursor"
import { getHub } from "./hub"
import { getPlaces, type StreamPlace } from "./places"
import { findBounds } from "./read"
import type { StreamQuery } from "./schema"
import { Stream } from "./stream"

type Request = { wallet: string; query: StreamQuery; headers: HeaderReader }

/** GET /api/v1/stream. */
export async function openStream({ wallet, query, headers }: Request): Promise<PushBody> {
  const { release, isLost } = await takePlace(wallet)
  try {
    await getHub().start()
    const after = await findStart(query, headers)
    return new PushBody(
      EVENT_STREAM,
      (sink) => {
        const isAllowed = async () => !isLost() && (await isStillAuthenticated(headers, wallet))
        const stream = new Stream(query.topics, after, sink, { isAllowed, release })
        void stream.run()
        return () => stream.close()
      },
      release,
    )
  } catch (error) {
    release()
    throw error
  }
}

/**
 * The cursor that the client resumes from, or for a new one where the log is now: what happens once it has the answer is
 * sent, however late the stream begins. Null when the hub was closed meanwhile.
 */
async function findStart({ after }: StreamQuery, headers: HeaderReader): Promise<Cursor | null> {
  const last = headers.get("last-event-id") || null
  const text = last ?? after
  if (text === undefined) {
    const { position } = getHub()
    return position === null ? null : toCursor(position)
  }
  const path = last === null ? "after" : "last-event-id"
  const cursor = parseCursor(text, path)
  const { newest, oldest } = await findBounds()
  if (cursor.id < oldest) throw expiredCursor(path, oldest)
  if (cursor.id > newest) throw invalidCursor(path)
  return cursor
}

/** Takes a place for a stream of the wallet. */
async function takePlace(wallet: string): Promise<StreamPlace> {
  const place = await getPlaces().take(wallet)
  if (place === "wallet") {
    const message = `A wallet has at most ${MAX_STREAMS} open streams`
    throw new ApiError("RATE_LIMITED", message, { retryAfter: 60 })
  }
  if (place === "process") {
    throw new ApiError("SERVICE_UNAVAILABLE", "Too many open streams", { retryAfter: 5 })
  }
  return place
}
