import { DatabaseClient } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { CHANNEL, type IndexNotice, indexNotice } from "./schema"

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000

/** Nothing is asked on this connection otherwise, so that its loss would not show. */
const CHECK_MS = 30_000

type Listener = {
  /** Null: notices may have been missed, or one could not be read. */
  heard: (notice: IndexNotice | null) => void
  /** How often the connection is asked whether it still answers. */
  checkMs?: number
}

/**
 * Listens to the index on a connection of its own and reconnects when it is lost. Each new
 * connection reports a gap, as what was sent before it is not repeated. Answers the way to end it.
 */
export function listen({ heard, checkMs = CHECK_MS }: Listener): () => Promise<void> {
  let ended = false
  let retryMs = FIRST_RETRY_MS
  let timer: NodeJS.Timeout | undefined
  let client: DatabaseClient | undefined
  let isAsking = false

  const lost = (failed: DatabaseClient) => {
    if (failed !== client) return
    client = undefined
    failed.end().catch(() => {})
    if (ended) return
    timer = setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  const connect = async () => {
    const { DATABASE_URL, DATABASE_TIMEOUT_MS } = env()
    const opened = new DatabaseClient({
      connectionString: DATABASE_URL,
      queryTimeoutMs: DATABASE_TIMEOUT_MS,
      connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    })
    client = opened
    isAsking = true
    opened.on("error", () => lost(opened))
    opened.on("end", () => lost(opened))
    opened.on("notification", ({ payload }) => heard(parsed(payload)))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      isAsking = false
      retryMs = FIRST_RETRY_MS
      if (!ended) heard(null)
    } catch {
      lost(opened)
    }
  }

  // Silence closes the connection, which is told as its end.
  const check = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    await client?.query("select 1").catch(() => {})
    isAsking = false
  }, checkMs)

  connect()
  return async () => {
    ended = true
    clearInterval(check)
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}

function parsed(payload: string | undefined): IndexNotice | null {
  try {
    return indexNotice.parse(JSON.parse(payload ?? ""))
  } catch {
    return null
  }
}
