import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { IndexedSurge } from "./metrics"

/** The indexer's reading of a token on the chain, and its newest surge. Amounts have 18 decimals. */
export type IndexedTokenState = {
  /** Only whitelisted wallets can buy. Null before the first read, and for the main token. */
  frozen: boolean | null
  /** Volume of buys in USDB that ends the reward phase, and the missing part of it. */
  bondingTarget: bigint | null
  bondingNeeded: bigint | null
  hasBonded: boolean | null
  /** Block of the read. */
  readBlock: number | null
  /** May be over; null without any. */
  surge: IndexedSurge | null
}

type SurgeRow = {
  start_rate: number
  end_rate: number
  starts_at: Date
  planned_end: Date
  ends_at: Date
}

/** The newest surge tax of the token `t`, ended early or not, to join laterally. */
export const newestSurge = sql<SurgeRow>`newest_surge(t.address)`.as<"surge">(sql`surge`)

const readState = statement({ address: "text" }, ({ address }) =>
  db
    .selectFrom("token as t")
    .leftJoin("token_reading as r", "r.token", "t.address")
    .leftJoinLateral(newestSurge, (join) => join.onTrue())
    .select([
      "r.frozen",
      "r.bonding_target as bondingTarget",
      "r.bonding_needed as bondingNeeded",
      "r.has_bonded as hasBonded",
      "r.read_block as readBlock",
      "surge.start_rate as startRate",
      "surge.end_rate as endRate",
      "surge.starts_at as startsAt",
      "surge.planned_end as plannedEnd",
      "surge.ends_at as endsAt",
    ])
    .where("t.address", "=", address),
)

/** Freeze, reward phase and surge tax of a token as of the last read; null if the token is not listed. */
export async function findIndexedTokenState(address: string): Promise<IndexedTokenState | null> {
  const [row] = await readState({ address })
  if (!row) return null
  const { startRate, endRate, startsAt, plannedEnd, endsAt, ...reading } = row
  const hasSurge = startRate !== null && endRate !== null && startsAt && plannedEnd && endsAt
  return {
    ...reading,
    bondingTarget: toBigInt(reading.bondingTarget),
    bondingNeeded: toBigInt(reading.bondingNeeded),
    surge: hasSurge ? { startRate, endRate, startsAt, plannedEnd, endsAt } : null,
  }
}

const toBigInt = (value: string | null) => (value === null ? null : BigInt(value))
