import { z } from "zod"
import { pool } from "@/lib/db/client"
import { units } from "./schema"

/** The newest surge tax of `t`, ended early or not: when it began and ended or will end. */
export const SURGE_JOIN = "left join lateral newest_surge(t.address) surge on true"

/** Falls linearly from the first rate to the last between the two times, on top of the base tax. */
const surge = z.object({
  /** Basis points. */
  startRate: z.int(),
  endRate: z.int(),
  startsAt: z.date(),
  /** When it ends by itself, unless the creator ended it before. */
  plannedEnd: z.date(),
  /** When it ended or will end. */
  endsAt: z.date(),
})

const indexedTokenState = z
  .object({
    /** Only whitelisted wallets can buy; null while it was not read, and for the main token. */
    frozen: z.boolean().nullable(),
    /** USDB of buys that end the reward phase, and how many are missing; 18 decimals. */
    bondingTarget: units.nullable(),
    bondingNeeded: units.nullable(),
    hasBonded: z.boolean().nullable(),
    /** The block as of which these were read. */
    readBlock: z.int().nullable(),
    startRate: z.int().nullable(),
    endRate: z.int().nullable(),
    startsAt: z.date().nullable(),
    plannedEnd: z.date().nullable(),
    endsAt: z.date().nullable(),
  })
  .transform(({ startRate, endRate, startsAt, plannedEnd, endsAt, ...reading }) => ({
    ...reading,
    /** The newest one, which may be over; null when there never was one. */
    surge: surge.safeParse({ startRate, endRate, startsAt, plannedEnd, endsAt }).data ?? null,
  }))

export type IndexedTokenState = z.output<typeof indexedTokenState>

/** What the index knows of a token's freezing, reward phase and surge tax; null when it is not listed. */
export async function findIndexedTokenState(address: string): Promise<IndexedTokenState | null> {
  const { rows } = await pool().query(
    `select r.frozen, r.bonding_target as "bondingTarget", r.bonding_needed as "bondingNeeded",
      r.has_bonded as "hasBonded", r.read_block as "readBlock", surge.start_rate as "startRate",
      surge.end_rate as "endRate", surge.starts_at as "startsAt",
      surge.planned_end as "plannedEnd", surge.ends_at as "endsAt"
    from token t left join token_reading r on r.token = t.address ${SURGE_JOIN}
    where t.address = $1`,
    [address],
  )
  return rows[0] ? indexedTokenState.parse(rows[0]) : null
}
