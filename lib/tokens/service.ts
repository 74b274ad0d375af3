import { endOf } from "@/lib/api/coalesce"
import type { Prepared } from "@/lib/api/reply"
import { prisma } from "@/lib/db/client"
import { readVetted } from "./onchain"
import { findTokenJson } from "./queries"

/** How long a reading of `projectedVetted` holds. */
const VETTED_FOR_MS = 600_000

/** How long a node that did not answer is left alone, so that its absence costs a request only now and then. */
const RETRY_MS = 10_000
const MAX_REMEMBERED = 10_000

/** What the first request waits for a reading: the chain has 1.5 s to answer. */
const FIRST_READING_MS = 2_000

const readings = new Map<string, Promise<void>>()
const lastTried = new Map<string, number>()

/**
 * GET /api/v1/tokens/{address}. The first request of a token waits for `projectedVetted` from the
 * chain (1.5 s at most); later ones answer at once and have it read again every 10 minutes.
 */
export async function getTokenDetail(address: string, snapshot?: string): Promise<Prepared> {
  const { answer, vettedAt } = await findTokenJson(address, snapshot)
  const isCurrent = vettedAt !== null && vettedAt >= Date.now() - VETTED_FOR_MS
  if (isCurrent || !mayTry(address)) return answer
  const reading = refreshVetted(address)
  if (vettedAt !== null) return answer
  await endOf(reading, FIRST_READING_MS)
  return (await findTokenJson(address)).answer
}

/** Has `projectedVetted` read again when that is due, for a page, which does not wait for it. */
export function keepVetted(address: string): void {
  // What is wrong is logged by the reading itself, or met by the page's own queries.
  getTokenDetail(address).catch(() => {})
}

const mayTry = (address: string) =>
  readings.has(address) || performance.now() - (lastTried.get(address) ?? -RETRY_MS) >= RETRY_MS

/** One reading per token at a time; whoever comes meanwhile waits for the same. */
function refreshVetted(address: string): Promise<void> {
  const running = readings.get(address)
  if (running) return running
  if (lastTried.size >= MAX_REMEMBERED) lastTried.clear()
  lastTried.set(address, performance.now())
  const reading = storeVetted(address)
    .catch((error) => console.error(`projectedVetted of ${address} was not stored`, error))
    .finally(() => readings.delete(address))
  readings.set(address, reading)
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
