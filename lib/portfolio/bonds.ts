import { z } from "zod"
import { pool } from "@/lib/db/client"
import { toEventAmount } from "@/lib/markets/bonds"
import { baseUnits } from "./schema"

const bond = z.object({
  /** The market's token. */
  token: z.string(),
  step: z.enum(["propose", "dispute", "veto"]),
  outcome: z.int().nullable(),
  /** USDB. */
  amount: baseUnits,
  /** Unix seconds: put down, and decided about; null while it is open. */
  from: z.int(),
  until: z.int().nullable(),
})

export type Bond = z.output<typeof bond>

/** A round ends for all its bonds at once. */
const BONDS = `
  select e.token, e.action as step, e.outcome, (${toEventAmount()})::text as amount,
    extract(epoch from e.time)::int as from, extract(epoch from ending.time)::int as until
  from market_event e left join lateral (
    (select id, time from market_event
      where token = e.token and action = 'resolve' and id > e.id order by id limit 1)
    union all
    (select id, time from market_event
      where token = e.token and action = 'dispute_reset' and id > e.id order by id limit 1)
    order by id limit 1
  ) ending on true
  where e.wallet = $1 and e.action in ('propose', 'dispute', 'veto') order by e.id desc`

/** Every bond a wallet has put down for a market's outcome, newest first. */
export async function findBonds(wallet: string): Promise<Bond[]> {
  const { rows } = await pool().query(BONDS, [wallet])
  return bond.array().parse(rows)
}

export const isOpenBond = ({ until }: Bond) => until === null

/** USDB in bonds that were open at a moment. */
export function sumBondsAt(bonds: readonly Bond[], time: number): bigint {
  return sumBonds(
    bonds.filter(({ from, until }) => from <= time && (until === null || time < until)),
  )
}

export const sumBonds = (bonds: readonly Bond[]) =>
  bonds.reduce((sum, { amount }) => sum + amount, 0n)
