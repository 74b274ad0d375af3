import { coalesce } from "@/lib/api/coalesce"
import { chainClient } from "@/lib/chain/client"
import { db } from "@/lib/db"
import { env } from "@/lib/env"
import { version } from "@/package.json"
import type { Health } from "./schema"

/** What a dependency may take before it counts as away. */
const LIMIT_MS = 3_000

type Cursor = { indexed_block: number; indexed_time: Date; head_block: number; head_time: Date }
type Head = { chainId: number; number: number; time: number; latencyMs: number }

/** The state of everything the service stands on. Unlimited callers share one look at it. */
export const examine = () => coalesce("health", look)

async function look(): Promise<Health> {
  const [database, head] = await Promise.all([askDatabase(), askNode()])
  const checks = {
    db: { ok: database !== null, latencyMs: database?.latencyMs ?? null },
    rpc: {
      ok: head?.chainId === env().CHAIN_ID,
      chainId: head?.chainId ?? null,
      head: head?.number ?? null,
      latencyMs: head?.latencyMs ?? null,
    },
    index: indexState(database?.cursor, head),
  }
  const isOk = Object.values(checks).every(({ ok }) => ok)
  return {
    status: isOk ? "ok" : "unavailable",
    version,
    uptimeSeconds: Math.floor(process.uptime()),
    timestamp: new Date(),
    checks,
  }
}

async function askDatabase() {
  return timed(async () => {
    const { rows } = await db().pool.query<Cursor>(
      "select indexed_block, indexed_time, head_block, head_time from index_cursor where id = 1",
    )
    return { cursor: rows[0] }
  })
}

async function askNode(): Promise<Head | null> {
  const client = chainClient()
  if (!client) return null
  return timed(async () => {
    const [chainId, block] = await Promise.all([
      client.getChainId(),
      client.getBlock({ blockTag: "latest" }),
    ])
    return { chainId, number: Number(block.number), time: Number(block.timestamp) }
  })
}

/** The index is judged by the node's own head: a follower that died no longer says what it misses. */
function indexState(cursor: Cursor | undefined, head: Head | null): Health["checks"]["index"] {
  const { INDEX_FOLLOWER, HEALTH_MAX_LAG_SECONDS } = env()
  const known = head?.number ?? cursor?.head_block ?? null
  if (!cursor) {
    return {
      ok: !INDEX_FOLLOWER,
      indexedBlock: null,
      head: known,
      lagBlocks: null,
      lagSeconds: null,
    }
  }
  const headTime = head?.time ?? cursor.head_time.getTime() / 1000
  const lagBlocks = Math.max(0, (known ?? 0) - cursor.indexed_block)
  const behind = Math.max(0, Math.ceil(headTime - cursor.indexed_time.getTime() / 1000))
  const lagSeconds = lagBlocks === 0 ? 0 : behind
  return {
    ok: !INDEX_FOLLOWER || lagSeconds <= HEALTH_MAX_LAG_SECONDS,
    indexedBlock: cursor.indexed_block,
    head: known,
    lagBlocks,
    lagSeconds,
  }
}

/** The answer with the time it took, or null when it failed or came too late. */
async function timed<T extends object>(ask: () => Promise<T>) {
  const start = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LIMIT_MS)
  })
  const answer = await Promise.race([ask().catch(() => null), late])
  clearTimeout(timer)
  return answer && { ...answer, latencyMs: Math.round(performance.now() - start) }
}
