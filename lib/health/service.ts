import { coalesce } from "@/lib/api/coalesce"
import { chainClient } from "@/lib/chain/client"
import { env } from "@/lib/env"
import { type Stored, storedStatus, withLag } from "@/lib/indexer/status"
import { version } from "@/package.json"
import type { Health } from "./schema"

/** What a dependency may take before it counts as away. */
const LIMIT_MS = 3_000

type Head = { chainId: number; number: number; time: Date; latencyMs: number }

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
    index: indexState(database?.stored ?? null, head),
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

const askDatabase = () => timed(async () => ({ stored: await storedStatus() }))

async function askNode(): Promise<Head | null> {
  const client = chainClient()
  if (!client) return null
  return timed(async () => {
    const [chainId, block] = await Promise.all([
      client.getChainId(),
      client.getBlock({ blockTag: "latest" }),
    ])
    return { chainId, number: Number(block.number), time: new Date(Number(block.timestamp) * 1000) }
  })
}

/** The index is judged by the node's own head: a follower that died no longer says what it misses. */
function indexState(stored: Stored | null, head: Head | null): Health["checks"]["index"] {
  const { INDEX_FOLLOWER, HEALTH_MAX_LAG_SECONDS } = env()
  if (!stored) {
    const unknown = { indexedBlock: null, lagBlocks: null, lagSeconds: null }
    return { ok: !INDEX_FOLLOWER, head: head?.number ?? null, ...unknown }
  }
  const { indexedBlock, headBlock, lagBlocks, lagSeconds } = withLag(stored, head ?? undefined)
  const ok = !INDEX_FOLLOWER || lagSeconds <= HEALTH_MAX_LAG_SECONDS
  return { ok, indexedBlock, head: headBlock, lagBlocks, lagSeconds }
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
