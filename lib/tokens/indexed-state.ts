import { sql } from "kysely"
import { z } from "zod"
import { units } from "@/lib/api/wire"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"

/** Falls linearly from the start rate to the end rate, on top of the base tax. */
const surge = z.object({
  /** Basis points. */
  startRate: z.int(),
  endRate: z.int(),
  startsAt: z.date(),
  /** End if the creator does not end it early. */
  plannedEnd: z.date(),
  /** Actual end, past or future. */
  endsAt: z.date(),
})

const indexedTokenState = z
  .object({
    /** Only whitelisted wallets can buy. Null before the first read, and for the main token. */
    frozen: z.boolean().nullable(),
    /** Volume of buys in USDB that ends the reward phase, and how much of it is missing; 18 decimals. */
    bondingTarget: units.nullable(),
    bondingNeeded: units.nullable(),
    hasBonded: z.boolean().nullable(),
    /** Block of the read. */
    readBlock: z.int().nullable(),
    startRate: z.int().nullable(),
    endRate: z.int().nullable(),
    startsAt: z.date().nullable(),
    plannedEnd: z.date().nullable(),
    endsAt: z.date().nullable(),
  })
  .transform(({ startRate, endRate, startsAt, plannedEnd, endsAt, ...reading }) => ({
    ...reading,
    /** The newest surge, which may be over; null without any. */
    surge: surge.safeParse({ startRate, endRate, startsAt, plannedEnd, endsAt }).data ?? null,
  }))

export type IndexedTokenState = z.output<typeof indexedTokenState>

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
  return row ? indexedTokenState.parse(row) : null
}
