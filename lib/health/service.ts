import { chainClient } from "@/lib/chain/client"
import { env } from "@/lib/env"
import {
  type IndexTrouble,
  indexTrouble,
  type Stored,
  storedStatus,
  withLag,
} from "@/lib/indexer/status"
import { version } from "@/package.json"
import type { Health } from "./schema"

/** What a dependency may take before it counts as away. */
const LIMIT_MS = 3_000

type Head = { chainId: number; number: number; time: Date; latencyMs: number }

let running: Promise<Health> | undefined

/**
 * The state of everything the service stands on. Unlimited callers share one look at it, the one that is
 * under way: it is never older than what a dependency may take, and nobody waits for two.
 */
export function examine(): Promise<Health> {
  running ??= look().finally(() => {
    running = undefined
  })
  return running
}

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
    index: indexState(database, head),
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

type Known = { stored: Stored | null; trouble: IndexTrouble }

const askDatabase = () =>
  timed<Known>(async () => {
    const [stored, trouble] = await Promise.all([storedStatus(), indexTrouble()])
    return { stored, trouble }
  })

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
function indexState(known: Known | null, head: Head | null): Health["checks"]["index"] {
  const { INDEX_FOLLOWER, HEALTH_MAX_LAG_SECONDS } = env()
  const { failure = null, newestReason = null } = known?.trouble ?? {}
  const rest = {
    unreadableLogs: known?.trouble.unreadableLogs ?? null,
    reason: failure ?? newestReason,
  }
  if (!known?.stored) {
    const unknown = { indexedBlock: null, lagBlocks: null, lagSeconds: null }
    return { ok: !INDEX_FOLLOWER, head: head?.number ?? null, ...unknown, ...rest }
  }
  const { indexedBlock, headBlock, lagBlocks, lagSeconds } = withLag(
    known.stored,
    head ?? undefined,
  )
  const isCurrent = lagSeconds <= HEALTH_MAX_LAG_SECONDS && failure === null
  const lag = { head: headBlock, lagBlocks, lagSeconds }
  return { ok: !INDEX_FOLLOWER || isCurrent, indexedBlock, ...lag, ...rest }
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
