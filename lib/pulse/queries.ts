import { z } from "zod"
import { coalesce } from "@/lib/api/coalesce"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { env } from "@/lib/env"
import { findStoredStatus } from "@/lib/indexer/status"
import { orderKinds } from "@/lib/markets/constants"
import type { Pulse } from "./schema"

const counts = z.object({
  agents: z.int(),
  tokens: z.int(),
  predictionMarkets: z.int(),
  trades24h: z.int(),
  uniqueTraders24h: z.int(),
  leaderboardParticipants: z.int(),
})

/** Rows these are counted from are stored by systems that are not indexed yet: there are none. */
const UNINDEXED_COUNTS = { totalLoans: 0, activeLoans: 0, vaultEvents: 0 }

/** $1 are the address book's contracts, $2 is the main token. */
const SELECT_COUNTS = `
  with day as materialized (
    select "user" from trade where time >= now() - interval '24 hours' and not routing_leg
    union all select buyer from share_trade where time >= now() - interval '24 hours'
    union all select buyer from order_event
      where time >= now() - interval '24 hours' and kind = ${orderKinds.filled}
  )
  select
    (select count(*)::int from agent) as agents,
    (select count(*)::int from token where not is_prediction and address <> $2) as tokens,
    (select count(*)::int from token where is_prediction) as "predictionMarkets",
    (select count(*)::int from day) as "trades24h",
    (select count(distinct "user")::int from day
      where "user" <> all($1::text[])
        and not exists (select 1 from token listed where listed.address = "user")
    ) as "uniqueTraders24h",
    (select count(*)::int from wallet_points where total > 0) as "leaderboardParticipants"`

/** The counters as they are now; the API and the pages keep them for a while. */
export async function computePulse(): Promise<Pulse> {
  const { PHASE_LABEL, CURRENCY_LABEL } = env()
  const { upDown, chainId: _, startBlock: __, ...contracts } = getDeployment()
  const platform = [...Object.values(contracts), ...Object.values(upDown)]
  const [{ rows }, chain] = await Promise.all([
    pool().query(SELECT_COUNTS, [platform, contracts.mainToken]),
    findChainLabel(),
  ])
  return {
    phase: PHASE_LABEL,
    chain,
    currency: CURRENCY_LABEL,
    stats: { ...UNINDEXED_COUNTS, ...counts.parse(rows[0]) },
    timestamp: new Date(),
  }
}

/** The chain's common name with its id; a long list, loaded only where it is needed. */
async function findChainLabel() {
  const { CHAIN_LABEL, CHAIN_ID } = env()
  if (CHAIN_LABEL) return CHAIN_LABEL
  const known = Object.values(await import("viem/chains"))
  const name = known.find((chain) => "id" in chain && chain.id === CHAIN_ID)
  return `${name && "name" in name ? name.name : "Chain"} (${CHAIN_ID})`
}

/** How old the counters of a page may be, as those of the API: they are no page's live part. */
const PAGE_MAX_AGE_MS = 60_000

/** An index whose last block is older is reading history, and each page counts more than the one before. */
const MAX_INDEX_AGE_MS = 120_000

let cachedPulse: { pulse: Pulse; computedAt: number } | undefined

/** The counters for a page, computed at most once a minute per process once the index has caught up. */
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
  const { rows } = await pool().query<{ volume: string }>(
    "select coalesce(sum(volume), 0) as volume from token_day",
  )
  return BigInt(rows[0]?.volume ?? 0)
}
