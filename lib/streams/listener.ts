import { connectDirect, type DatabaseClient } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { type IndexNotice, indexNotice, NOTIFY_CHANNEL } from "@/lib/stream-log/notice"

const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 15_000

/** The connection sends no other queries, so its loss would not show. */
const CHECK_INTERVAL_MS = 30_000

type ListenOptions = {
  /** Null: notices may have been missed, or one could not be read. */
  onNotice: (notice: IndexNotice | null) => void
  /** Interval of checks that the connection still answers. */
  checkMs?: number
}

/**
 * Listens to the index on a separate connection and reconnects when it is lost. Each new connection reports a gap,
 * because earlier notifications are not repeated. Returns a function that ends it.
 */
export function listen({
  onNotice,
  checkMs = CHECK_INTERVAL_MS,
}: ListenOptions): () => Promise<void> {
  let ended = false
  let retryMs = MIN_RETRY_MS
  let timer: NodeJS.Timeout | undefined
  let client: DatabaseClient | undefined
  let isChecking = false

  const reconnect = (failed: DatabaseClient | undefined) => {
    if (failed !== client) return
    client = undefined
    failed?.end().catch(() => {})
    if (ended) return
    timer = setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  const connect = async () => {
    const { DATABASE_TIMEOUT_MS } = env()
    isChecking = true
    const opened = await connectDirect({
      queryTimeoutMs: DATABASE_TIMEOUT_MS,
      connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    }).catch(() => undefined)
    client = opened
    if (!opened || ended) return reconnect(opened)
    opened.on("error", () => reconnect(opened))
    opened.on("end", () => reconnect(opened))
    opened.on("notification", ({ payload }) => onNotice(parseNotice(payload)))
    try {
      await opened.query(`listen ${NOTIFY_CHANNEL}`)
      isChecking = false
      retryMs = MIN_RETRY_MS
      if (!ended) onNotice(null)
    } catch {
      reconnect(opened)
    }
  }

  // A silent connection is closed, which reports its end.
  const check = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    await client?.query("select 1").catch(() => {})
    isChecking = false
  }, checkMs)

  connect()
  return async () => {
    ended = true
    clearInterval(check)
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}

function parseNotice(payload: string | undefined): IndexNotice | null {
  try {
    return indexNotice.parse(JSON.parse(payload ?? ""))
  } catch {
    return null
  }
}
