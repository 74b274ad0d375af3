import { ApiError } from "@/lib/api/errors"
import { processSingleton } from "@/lib/api/process-singleton"
import { PushBody } from "@/lib/api/push-body"
import type { HeaderReader } from "@/lib/api/request"
import { MAX_STREAMS } from "./constants"
import { type Cursor, expiredCursor, invalidCursor, parseCursor } from "./cursor"
import { getHub } from "./hub"
import { findBounds } from "./read"
import type { StreamQuery } from "./schema"
import { Stream } from "./stream"

const EVENT_STREAM = "text/event-stream; charset=utf-8"

type Request = { wallet: string; query: StreamQuery; headers: HeaderReader }

/** GET /api/v1/stream. */
export async function openStream({ wallet, query, headers }: Request): Promise<PushBody> {
  const release = takePlace(wallet)
  try {
    await getHub().start()
    const after = await findStart(query, headers)
    return new PushBody(
      EVENT_STREAM,
      (sink) => {
        const stream = new Stream(query.topics, after, sink, release)
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

/** Where the client wants to go on; null for a new one. */
async function findStart({ after }: StreamQuery, headers: HeaderReader): Promise<Cursor | null> {
  const last = headers.get("last-event-id") || null
  const text = last ?? after
  if (text === undefined) return null
  const path = last === null ? "after" : "last-event-id"
  const cursor = parseCursor(text, path)
  const { newest, oldest } = await findBounds()
  if (cursor.id < oldest) throw expiredCursor(path, oldest)
  if (cursor.id > newest) throw invalidCursor(path)
  return cursor
}

const getCounts = () => processSingleton("stream-counts", () => new Map<string, number>())

/** Counts an open stream of a wallet; answers the way to give the place back. */
function takePlace(wallet: string): () => void {
  const counts = getCounts()
  const open = counts.get(wallet) ?? 0
  if (open >= MAX_STREAMS) {
    throw new ApiError("RATE_LIMITED", `A wallet has at most ${MAX_STREAMS} open streams`, {
      retryAfter: 60,
    })
  }
  counts.set(wallet, open + 1)
  let isTaken = true
  return () => {
    if (!isTaken) return
    isTaken = false
    const left = (counts.get(wallet) ?? 1) - 1
    if (left > 0) counts.set(wallet, left)
    else counts.delete(wallet)
  }
}
