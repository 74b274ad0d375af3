import { waitUntilSettled } from "@/lib/api/coalesce"
import type { RawBody } from "@/lib/api/response"
import { prisma } from "@/lib/db/client"
import { readVetted } from "./onchain"
import { findTokenJson } from "./queries"

/** How long a reading of `projectedVetted` holds. */
const VETTED_TTL_MS = 600_000

/** How long a node that did not answer is left alone, so that its absence costs a request only now and then. */
const RETRY_MS = 10_000
const MAX_TRACKED = 10_000

/** What the first request waits for a reading: the chain has 1.5 s to answer. */
const FIRST_READ_TIMEOUT_MS = 2_000

const pendingReads = new Map<string, Promise<void>>()
const lastTried = new Map<string, number>()

/**
 * GET /api/v1/tokens/{address}. The first request of a token waits for `projectedVetted` from the
 * chain (1.5 s at most); later ones answer at once and have it read again every 10 minutes.
 */
export async function getTokenDetail(address: string, snapshot?: string): Promise<RawBody> {
  const { answer, vettedAt } = await findTokenJson(address, snapshot)
  const isCurrent = vettedAt !== null && vettedAt >= Date.now() - VETTED_TTL_MS
  if (isCurrent || !canRead(address)) return answer
  const reading = refreshVetted(address)
  if (vettedAt !== null) return answer
  await waitUntilSettled(reading, FIRST_READ_TIMEOUT_MS)
  return (await findTokenJson(address)).answer
}

/** Has `projectedVetted` read again when that is due, for a page, which does not wait for it. */
export function refreshStaleVetted(address: string): void {
  // What is wrong is logged by the reading itself, or met by the page's own queries.
  getTokenDetail(address).catch(() => {})
}

const canRead = (address: string) =>
  pendingReads.has(address) || performance.now() - (lastTried.get(address) ?? -RETRY_MS) >= RETRY_MS

/** One reading per token at a time; whoever comes meanwhile waits for the same. */
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
