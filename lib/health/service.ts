import { loadReplicas } from "@/lib/api/read-position"
import { readLimitStore } from "@/lib/api/shared-limiter"
import { getChainClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { findContentProblem } from "@/lib/content/shared-folder"
import { pool } from "@/lib/db/client"
import { describeMissingMigrations } from "@/lib/db/schema-version"
import { commit, env } from "@/lib/env"
import {
  addLag,
  findIndexProblems,
  findStoredStatus,
  type IndexProblems,
  type StoredStatus,
} from "@/lib/events/index-status"
import {
  findMissingStates,
  MISSING_STATES_REMEDY,
  type MissingStates,
} from "@/lib/indexer/missing-states"
import { findNewestRuns } from "@/lib/jobs/runs"
import { findKeeperStatus } from "@/lib/keeper/status"
import { version } from "@/package.json"
import { phase } from "./phase"
import type { Health, Readiness } from "./schema"

/** A dependency that takes longer counts as unavailable. */
const CHECK_TIMEOUT_MS = 3_000
const READY_TIMEOUT_MS = 1_000

type Head = { chainId: number; number: number; time: Date; latencyMs: number }

let pendingCheck: Promise<Health> | undefined

/**
 * The state of all dependencies. Concurrent callers share the running check, so that requests without a rate limit
 * cannot cause many.
 */
export function checkHealth(): Promise<Health> {
  pendingCheck ??= runChecks().finally(() => {
    pendingCheck = undefined
  })
  return pendingCheck
}

async function runChecks(): Promise<Health> {
  const [database, head] = await Promise.all([checkDatabase(), checkNode()])
  const checks = {
    db: { ok: database !== null, latencyMs: database?.latencyMs ?? null },
    rpc: {
      ok: head?.chainId === env().CHAIN_ID,
      chainId: head?.chainId ?? null,
      head: head?.number ?? null,
      latencyMs: head?.latencyMs ?? null,
    },
    index: toIndexCheck(database, head),
    keeper: database?.keeper ?? null,
    jobs: database?.jobs ?? [],
    limits: readLimitStore(),
    replicas: await describeReplicas(),
  }
  const isOk = checks.db.ok && checks.rpc.ok && checks.index.ok
  return {
    status: isOk ? "ok" : "unavailable",
    version,
    commit,
    uptimeSeconds: Math.floor(process.uptime()),
    timestamp: new Date(),
    checks,
  }
}

async function describeReplicas(): Promise<Health["checks"]["replicas"]> {
  const all = (await loadReplicas())?.all ?? []
  return all.map(({ reason, lagMs }) => ({
    ok: reason === null,
    lagSeconds: lagMs === null ? null : Math.round(lagMs / 100) / 10,
    reason,
  }))
}

let pendingReadiness: Promise<Readiness> | undefined

/** Whether the server can answer requests. Concurrent callers share the running check. */
export function checkReadiness(): Promise<Readiness> {
  pendingReadiness ??= readReadiness().finally(() => {
    pendingReadiness = undefined
  })
  return pendingReadiness
}

async function readReadiness(): Promise<Readiness> {
  const database = await withTimeout(async () => {
    await pool().query("select 1")
    return { reason: await describeMissingMigrations() }
  }, READY_TIMEOUT_MS)
  const db = { ok: database !== null, latencyMs: database?.latencyMs ?? null }
  const reason = database?.reason ?? null
  const migrations = { ok: db.ok && reason === null, reason }
  const addressBook = { ok: hasAddressBook() }
  const problem = findContentProblem()
  const content = { ok: problem === null, reason: problem }
  const checks = {
    db,
    migrations,
    addressBook,
    content,
    process: { ok: phase().now === "serving" },
  }
  const isReady = Object.values(checks).every(({ ok }) => ok)
  return { status: isReady ? "ok" : "unavailable", checks }
}

function hasAddressBook() {
  try {
    getDeployment()
    return true
  } catch {
    return false
  }
}

type IndexState = {
  stored: StoredStatus | null
  problems: IndexProblems
  missing: MissingStates | null
  keeper: Health["checks"]["keeper"]
  jobs: Health["checks"]["jobs"]
}

const checkDatabase = () =>
  withTimeout<IndexState>(async () => {
    const [stored, problems, missing, keeper, jobs] = await Promise.all([
      findStoredStatus(),
      findIndexProblems(),
      findMissingStates(),
      checkKeeper(),
      checkJobs(),
    ])
    return { stored, problems, missing, keeper, jobs }
  })

async function checkKeeper(): Promise<Health["checks"]["keeper"]> {
  const status = await findKeeperStatus()
  if (!status) return null
  const { address, checkedAt, failure, isRunning } = status
  return { ok: isRunning && failure === null, address, checkedAt, reason: failure }
}

async function checkJobs(): Promise<Health["checks"]["jobs"]> {
  const runs = await findNewestRuns()
  return runs.map(({ failure, ...run }) => ({ ...run, ok: failure === null }))
}

async function checkNode(): Promise<Head | null> {
  const client = getChainClient()
  if (!client) return null
  return withTimeout(async () => {
    const [chainId, block] = await Promise.all([
      client.getChainId(),
      client.getBlock({ blockTag: "latest" }),
    ])
    return { chainId, number: Number(block.number), time: new Date(Number(block.timestamp) * 1000) }
  })
}

/** The lag is measured from the node's head, as a stopped follower stores no newer one. */
function toIndexCheck(state: IndexState | null, head: Head | null): Health["checks"]["index"] {
  const { INDEX_FOLLOWER, HEALTH_MAX_LAG_SECONDS } = env()
  const { failure = null, newestReason = null } = state?.problems ?? {}
  const rest = {
    unreadableLogs: state?.problems.unreadableLogs ?? null,
    missingStates: state?.missing ? { ...state.missing, remedy: MISSING_STATES_REMEDY } : null,
    reason: failure ?? newestReason,
  }
  if (!state?.stored) {
    const unknown = { indexedBlock: null, lagBlocks: null, lagSeconds: null }
    return { ok: !INDEX_FOLLOWER, head: head?.number ?? null, ...unknown, ...rest }
  }
  const { indexedBlock, headBlock, lagBlocks, lagSeconds } = addLag(state.stored, head ?? undefined)
  const isCurrent = lagSeconds <= HEALTH_MAX_LAG_SECONDS && failure === null
  const lag = { head: headBlock, lagBlocks, lagSeconds }
  return { ok: !INDEX_FOLLOWER || isCurrent, indexedBlock, ...lag, ...rest }
}

/** The result with its latency, or null after a failure or the timeout. */
async function withTimeout<T extends object>(
  check: () => Promise<T>,
  timeoutMs = CHECK_TIMEOUT_MS,
) {
  const start = performance.now()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs)
  })
  const answer = await Promise.race([check().catch(() => null), timeout])
  clearTimeout(timer)
  return answer && { ...answer, latencyMs: Math.round(performance.now() - start) }
}
