import { type Expression, sql } from "kysely"
import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { getDeployment, listPlatformContracts } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { env } from "@/lib/env"
import { findStoredStatus } from "@/lib/events/index-status"
import { isoDate } from "@/lib/http/wire"
import { orderKinds } from "@/lib/markets/constants"
import { rankedWallets } from "@/lib/profiles/ranks/chunks"

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

/** Buys, sells, purchases of shares and filled orders of the last 24 hours by who made them, without routing legs. */
const tradersOfDay = () => {
  const isOfDay = (time: Expression<Date>) => sql<boolean>`${time} >= now() - interval '24 hours'`
  return db
    .selectFrom("trade")
    .select("user")
    .where(({ ref }) => isOfDay(ref("time")))
    .where((eb) => eb.not("routing_leg"))
    .unionAll(
      db
        .selectFrom("share_trade")
        .select("buyer as user")
        .where(({ ref }) => isOfDay(ref("time"))),
    )
    .unionAll(
      db
        .selectFrom("order_event")
        .select(({ ref }) => sql<string>`${ref("buyer")}`.as("user"))
        .where(({ ref }) => isOfDay(ref("time")))
        .where("kind", "=", sql.lit(orderKinds.filled)),
    )
}

const rowCount = sql<number>`count(*)::int`.as("count")

/** `platform`: the contracts of the address book, which trade on behalf of others. */
const readCounts = statement({ platform: "text[]", mainToken: "text" }, ({ platform, mainToken }) =>
  db
    .with((cte) => cte("day").materialized(), tradersOfDay)
    .selectNoFrom((eb) => {
      const { selectFrom } = eb
      const traders = selectFrom("day")
        .select(({ ref }) => sql<number>`count(distinct ${ref("day.user")})::int`.as("count"))
        .where(({ ref }) => sql<boolean>`${ref("day.user")} <> all(${platform})`)
        .where((day) => {
          const user = day.ref("day.user")
          return day.not(
            day.exists(
              selectFrom("token")
                .select("address")
                .where(({ ref }) => sql<boolean>`${ref("address")} = ${user}`),
            ),
          )
        })
      const launched = selectFrom("token")
        .select(rowCount)
        .where(({ not }) => not("is_prediction"))
        .where("address", "!=", mainToken)
      return [
        total(selectFrom("agent").select(rowCount)).as("agents"),
        total(launched).as("tokens"),
        total(selectFrom("token").select(rowCount).where("is_prediction", "=", true)).as(
          "predictionMarkets",
        ),
        total(selectFrom("day").select(rowCount)).as("trades24h"),
        total(traders).as("uniqueTraders24h"),
        total(selectFrom("loan").select(rowCount)).as("totalLoans"),
        total(selectFrom("loan").select(rowCount).where("active", "=", true)).as("activeLoans"),
        total(selectFrom("vault_event").select(rowCount)).as("vaultEvents"),
        total(rankedWallets()).as("leaderboardParticipants"),
      ]
    }),
)

/** A subquery of counts always has a row. */
const total = (counted: Expression<{ count: number }>) => sql<number>`(${counted})`

/** Computes the counters; the API and `findPulse` cache them. */
export async function computePulse(): Promise<Pulse> {
  const { PHASE_LABEL, CURRENCY_LABEL } = env()
  const platform = listPlatformContracts()
  const [[counts], chain] = await Promise.all([
    readCounts({ platform, mainToken: getDeployment().mainToken }),
    findChainLabel(),
  ])
  if (!counts) throw new Error("The counters have no row")
  return {
    phase: PHASE_LABEL,
    chain,
    currency: CURRENCY_LABEL,
    stats: counts,
    timestamp: new Date(),
  }
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
  const row = await db
    .selectFrom("token_day")
    .select(({ fn }) => fn.sum<string | null>("volume").as("volume"))
    .executeTakeFirst()
  return BigInt(row?.volume ?? 0)
}
