import pg from "pg"
import { env } from "@/lib/env"
import { CHANNEL, type IndexNotice, indexNotice } from "./schema"

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000

type Listener = {
  /** Null: notices may have been missed, or one could not be read. */
  heard: (notice: IndexNotice | null) => void
}

/**
 * Listens to the index on a connection of its own and reconnects when it is lost. Each new
 * connection reports a gap, as what was sent before it is not repeated. Answers the way to end it.
 */
export function listen({ heard }: Listener): () => Promise<void> {
  let ended = false
  let retryMs = FIRST_RETRY_MS
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined

  const lost = (failed: pg.Client) => {
    if (failed !== client) return
    client = undefined
    failed.end().catch(() => {})
    if (ended) return
    timer = setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  const connect = async () => {
    const opened = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true })
    client = opened
    opened.on("error", () => lost(opened))
    opened.on("end", () => lost(opened))
    opened.on("notification", ({ payload }) => heard(parsed(payload)))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      retryMs = FIRST_RETRY_MS
      if (!ended) heard(null)
    } catch {
      lost(opened)
    }
  }

  connect()
  return async () => {
    ended = true
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
