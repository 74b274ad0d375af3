import { waitUntilSettled } from "@/lib/api/coalesce"
import type { RawBody } from "@/lib/api/response"
import { prisma } from "@/lib/db/client"
import { readVetted } from "./onchain"
import { findTokenJson } from "./queries"

/** How long a stored `projectedVetted` is used. */
const VETTED_TTL_MS = 600_000

/** Delay before the next attempt, so that an unavailable node slows few requests. */
const RETRY_MS = 10_000
const MAX_TRACKED = 10_000

/** Timeout of the read that the first request waits for; the RPC request itself has 1.5 s. */
const FIRST_READ_TIMEOUT_MS = 2_000

const pendingReads = new Map<string, Promise<void>>()
const lastTried = new Map<string, number>()

/**
 * GET /api/v1/tokens/{address}. The first request of a token waits for `projectedVetted` from the chain, 1.5 s
 * at most. Later requests answer at once and refresh it every 10 minutes.
 */
export async function getTokenDetail(address: string, snapshot?: string): Promise<RawBody> {
  const startedAt = performance.now()
  const { answer, vettedAt } = await findTokenJson(address, snapshot)
  const isCurrent = vettedAt !== null && vettedAt >= Date.now() - VETTED_TTL_MS
  // A read of another request may have ended while this one read the row.
  const isRead = (lastTried.get(address) ?? -RETRY_MS) >= startedAt
  if (isCurrent || !(isRead || canRead(address))) return answer
  const reading = isRead ? pendingReads.get(address) : refreshVetted(address)
  if (vettedAt !== null) return answer
  if (reading) await waitUntilSettled(reading, FIRST_READ_TIMEOUT_MS)
  return (await findTokenJson(address)).answer
}

/** Refreshes a stale `projectedVetted` in the background. */
export function refreshStaleVetted(address: string): void {
  // The read logs its errors; an unknown token is reported by the queries of the page.
  getTokenDetail(address).catch(() => {})
}

const canRead = (address: string) =>
  pendingReads.has(address) || performance.now() - (lastTried.get(address) ?? -RETRY_MS) >= RETRY_MS

/** Concurrent requests for one token share one read. */
function refreshVetted(address: string): Promise<void> {
  const running = pendingReads.get(address)
  if (running) return running
  if (lastTried.size >= MAX_TRACKED) lastTried.clear()
  lastTried.set(address, performance.now())
  const reading = storeVetted(address)
    .catch((error) => console.error(`projectedVetted of ${address} was not stored`, error))
    .finally(() => pendingReads.delete(address))
  pendingReads.set(address, reading)
  return reading
}

async function storeVetted(address: string) {
  const vetted = await readVetted(address)
  if (vetted === null) return
  await prisma().project.update({
    where: { address },
    data: { vetted, vettedAt: new Date() },
    select: { id: true },
  })
}
