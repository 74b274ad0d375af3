import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { eventAmount } from "@/lib/markets/columns"

const steps = ["propose", "dispute", "veto"] as const

export type Bond = {
  /** The market's token. */
  token: string
  step: (typeof steps)[number]
  outcome: number | null
  /** USDB. */
  amount: bigint
  /** Unix seconds of the bond and of its decision; null while it is open. */
  from: number
  until: number | null
}

/** Every bond of a wallet for a market's outcome, newest first. */
export async function findBonds(wallet: string): Promise<Bond[]> {
  const rows = await db
    .selectFrom("market_event as e")
    // The first event that ends the round of the bond ends all its bonds.
    .leftJoinLateral(
      ({ selectFrom, ref }) => {
        const nextEvent = (action: "resolve" | "dispute_reset") =>
          selectFrom("market_event as ending")
            .select(["ending.id", "ending.time"])
            .where("ending.token", "=", ref("e.token"))
            .where("ending.action", "=", sql.lit(action))
            .where("ending.id", ">", ref("e.id"))
            .orderBy("ending.id")
            .limit(sql.lit(1))
        return selectFrom(
          selectFrom(nextEvent("resolve").as("resolve"))
            .selectAll()
            .unionAll(selectFrom(nextEvent("dispute_reset").as("reset")).selectAll())
            .as("ending"),
        )
          .select("ending.time")
          .orderBy("ending.id")
          .limit(sql.lit(1))
          .as("ending")
      },
      (join) => join.onTrue(),
    )
    .select(({ ref }) => [
      "e.token",
      sql<Bond["step"]>`${ref("e.action")}`.as("step"),
      "e.outcome",
      eventAmount.as("amount"),
      unixSeconds(ref("e.time")).as("from"),
      unixSeconds(ref("ending.time")).as("until"),
    ])
    .where("e.wallet", "=", wallet)
    .where("e.action", "in", steps)
    .orderBy("e.id", "desc")
    .execute()
  return rows.map(({ amount, ...bond }) => ({ ...bond, amount: BigInt(amount ?? 0) }))
}

export const isOpenBond = ({ until }: Bond) => until === null

/** USDB in bonds that were open at a time. */
export function sumBondsAt(bonds: readonly Bond[], time: number): bigint {
  return sumBonds(
    bonds.filter(({ from, until }) => from <= time && (until === null || time < until)),
  )
}

export const sumBonds = (bonds: readonly Bond[]) =>
  bonds.reduce((sum, { amount }) => sum + amount, 0n)
