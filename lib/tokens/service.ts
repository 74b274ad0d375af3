import { waitUntilSettled } from "@/lib/async/coalesce"
import { prisma } from "@/lib/db/client"
import type { RawBody } from "@/lib/http/response"
import { log } from "@/lib/telemetry/logger"
import { readVetted } from "./onchain"
import { findTokenJson } from "./queries"

/** A stored `projectedVetted` is used for this long. */
const VETTED_TTL_MS = 600_000

/** Delay before the next attempt, so that an unavailable node slows few requests. */
const RETRY_MS = 10_000
const MAX_TRACKED = 10_000

/** Timeout of the read that the first request waits for; the RPC request itself has 1.5 s. */
const FIRST_READ_TIMEOUT_MS = 2_000

/** A read of `projectedVetted`; times are those of `performance.now()`. */
type VettedRead = { startedAt: number; endedAt: number | null; done: Promise<void> }

/** The last one of each token. */
const reads = new Map<string, VettedRead>()

/**
 * GET /api/v1/tokens/{address}. The first request of a token waits for `projectedVetted` from the chain, 1.5 s
 * at most. Later requests answer at once and refresh it every 10 minutes.
 */
export async function getTokenDetail(address: string): Promise<RawBody> {
  const askedAt = performance.now()
  const { answer, vettedAt } = await findTokenJson(address)
  if (vettedAt !== null && vettedAt >= Date.now() - VETTED_TTL_MS) return answer
  const { endedAt, done } = findRead(address) ?? startRead(address)
  // The request's row may not include a read that ended after it began.
  if (vettedAt !== null || (endedAt !== null && endedAt < askedAt)) return answer
  await waitUntilSettled(done, FIRST_READ_TIMEOUT_MS)
  return (await findTokenJson(address)).answer
}

/** Refreshes a stale `projectedVetted` in the background. */
export function refreshStaleVetted(address: string): void {
  // The read logs its errors; an unknown token is reported by the queries of the page.
  getTokenDetail(address).catch(() => {})
}

/** A running read, which concurrent requests share, or one that ended a moment ago. */
function findRead(address: string): VettedRead | undefined {
  const read = reads.get(address)
  const isRecent = read && performance.now() - read.startedAt < RETRY_MS
  return read?.endedAt === null || isRecent ? read : undefined
}

function startRead(address: string): VettedRead {
  if (reads.size >= MAX_TRACKED) reads.clear()
  const done = storeVetted(address)
    .catch((error) => log.error({ err: error }, `projectedVetted of ${address} was not stored`))
    .finally(() => {
      read.endedAt = performance.now()
    })
  const read: VettedRead = { startedAt: performance.now(), endedAt: null, done }
  reads.set(address, read)
  return read
}

async function storeVetted(address: string) {
  const vetted = await readVetted(address)
  if (vetted === null) return
  await prisma.project.update({
    where: { address },
    data: { vetted, vettedAt: new Date() },
    select: { id: true },
  })
}
