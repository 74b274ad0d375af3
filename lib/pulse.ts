import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { db } from "@/lib/db/client"
import { env } from "@/lib/env"
import { findStoredStatus } from "@/lib/events/index-status"
import { isoDate } from "@/lib/http/wire"
import { findPulseCounts } from "@/lib/pulse-counts"

const count = z.int().min(0)

export const pulse = z
  .object({
    phase: z.string(),
    chain: z.string(),
    currency: z.string(),
    stats: z.object({
      agents: count,
      tokens: count.describe("launched tokens, markets and TIDE left out"),
      predictionMarkets: count,
      trades24h: count.describe("of the last 24 hours of block time, without routing legs"),
      uniqueTraders24h: count,
      totalLoans: count,
      activeLoans: count,
      vaultEvents: count,
      leaderboardParticipants: count,
    }),
    timestamp: isoDate.describe("time of computation"),
  })
  .meta({ id: "Pulse" })

export type Pulse = z.output<typeof pulse>

/** The counters; the API and `findPulse` cache them. */
export async function computePulse(): Promise<Pulse> {
  const { PHASE_LABEL, CURRENCY_LABEL } = env()
  const [{ computedAt, stats }, chain] = await Promise.all([findPulseCounts(), findChainLabel()])
  return { phase: PHASE_LABEL, chain, currency: CURRENCY_LABEL, stats, timestamp: computedAt }
}

/** Name and id of the chain. The list of chains is large and loaded only here. */
async function findChainLabel() {
  const { CHAIN_LABEL, CHAIN_ID } = env()
  if (CHAIN_LABEL) return CHAIN_LABEL
  const chains = Object.values(await import("viem/chains"))
  const name = chains.find((chain) => "id" in chain && chain.id === CHAIN_ID)
  return `${name && "name" in name ? name.name : "Chain"} (${CHAIN_ID})`
}

/** Cache TTL of the counters on pages, as in the API. */
const PAGE_MAX_AGE_MS = 60_000

/** With an older last block the index is catching up, and the counters are not cached. */
const MAX_INDEX_AGE_MS = 120_000

let cachedPulse: { pulse: Pulse; computedAt: number } | undefined

/** The counters for a page, read at most once a minute per process once the index has caught up. */
export function findPulse(): Promise<Pulse> {
  return coalesce("pulse of a page", async () => {
    if (cachedPulse && performance.now() - cachedPulse.computedAt < PAGE_MAX_AGE_MS)
      return cachedPulse.pulse
    const status = await findStoredStatus()
    const isCatchingUp = !status || Date.now() - +status.indexedTime > MAX_INDEX_AGE_MS
    const pulse = await computePulse()
    cachedPulse = isCatchingUp ? undefined : { pulse, computedAt: performance.now() }
    return pulse
  })
}

/** USDB traded in the last 24 hours, 18 decimals; a few seconds old. */
export async function findDayVolume(): Promise<bigint> {
  const row = await db
    .selectFrom("token_day")
    .select(({ fn }) => fn.sum<string | null>("volume").as("volume"))
    .executeTakeFirst()
  return BigInt(row?.volume ?? 0)
}
