import { z } from "zod"
import { deployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db"
import { env } from "@/lib/env"
import { orderKinds } from "@/lib/markets/kinds"
import type { Pulse } from "./schema"

const counts = z.object({
  tokens: z.int(),
  predictionMarkets: z.int(),
  trades24h: z.int(),
  uniqueTraders24h: z.int(),
  leaderboardParticipants: z.int(),
})

/** Rows these are counted from are stored by systems that are not indexed yet: there are none. */
const NOT_INDEXED = { agents: 0, totalLoans: 0, activeLoans: 0, vaultEvents: 0 }

/**
 * $1 are the address book's contracts, $2 is the main token. The leaderboard's wallets are those that
 * earned points: by a buy of 10 USD of another's token, by shares for 5 USD in another's market, or by
 * a token or a market that five others bought so.
 */
const COUNTS = `
  with day as materialized (
    select "user" from trade where time >= now() - interval '24 hours' and not routing_leg
    union all select buyer from share_trade where time >= now() - interval '24 hours'
    union all select buyer from order_event
      where time >= now() - interval '24 hours' and kind = ${orderKinds.filled}
  ), earning as materialized (
    select distinct r."user", r.token, t.dev from (
      select "user", token from trade
        where type = 0 and not routing_leg and amount_usdc >= 10000000000000000000
      union all select buyer, token from share_trade where usdc >= 5000000000000000000
      union all select buyer, token from order_event
        where kind = ${orderKinds.filled} and usdc >= 5000000000000000000
    ) r join token t on t.address = r.token where r."user" <> t.dev
  ), creating as (
    select dev from earning where token <> $2 group by token, dev having count(*) >= 5
  )
  select
    (select count(*)::int from token where not is_prediction and address <> $2) as tokens,
    (select count(*)::int from token where is_prediction) as "predictionMarkets",
    (select count(*)::int from day) as "trades24h",
    (select count(distinct "user")::int from day where ${isWallet('"user"')}) as "uniqueTraders24h",
    (select count(*)::int from (
      select "user" as wallet from earning union select dev from creating
    ) participant where ${isWallet("wallet")}) as "leaderboardParticipants"`

/** Neither a contract of the address book nor a listed token. */
function isWallet(column: string) {
  return `${column} <> all($1::text[])
    and not exists (select 1 from token listed where listed.address = ${column})`
}

/** The counters as they are now; the API and the pages keep them for a while. */
export async function computePulse(): Promise<Pulse> {
  const { PHASE_LABEL, CURRENCY_LABEL } = env()
  const { upDown, chainId: _, startBlock: __, ...contracts } = deployment()
  const platform = [...Object.values(contracts), ...Object.values(upDown)]
  const [{ rows }, chain] = await Promise.all([
    db().pool.query(COUNTS, [platform, contracts.mainToken]),
    chainLabel(),
  ])
  return {
    phase: PHASE_LABEL,
    chain,
    currency: CURRENCY_LABEL,
    stats: { ...NOT_INDEXED, ...counts.parse(rows[0]) },
    timestamp: new Date(),
  }
}

/** The chain's common name with its id; a long list, loaded only where it is needed. */
async function chainLabel() {
  const { CHAIN_LABEL, CHAIN_ID } = env()
  if (CHAIN_LABEL) return CHAIN_LABEL
  const known = Object.values(await import("viem/chains"))
  const name = known.find((chain) => "id" in chain && chain.id === CHAIN_ID)
  return `${name && "name" in name ? name.name : "Chain"} (${CHAIN_ID})`
}

/** How old the counters of a page may be, as those of the API: they are no page's live part. */
const PAGE_MAX_AGE_MS = 60_000

let recent: { pulse: Promise<Pulse>; madeAt: number } | undefined

/** The counters for a page, computed at most once a minute per process. */
export function findPulse(): Promise<Pulse> {
  if (recent && performance.now() - recent.madeAt < PAGE_MAX_AGE_MS) return recent.pulse
  const made = { pulse: computePulse(), madeAt: performance.now() }
  recent = made
  made.pulse.catch(() => {
    if (recent === made) recent = undefined
  })
  return made.pulse
}

/** USDB traded in the last 24 hours, 18 decimals; a few seconds old. */
export async function findDayVolume(): Promise<bigint> {
  const { rows } = await db().pool.query<{ volume: string }>(
    "select coalesce(sum(volume), 0) as volume from token_day",
  )
  return BigInt(rows[0]?.volume ?? 0)
}
