import { type Expression, sql } from "kysely"
import { z } from "zod"
import { db } from "@/lib/db/client"
import { toEventAmount } from "@/lib/markets/bonds"
import { baseUnits } from "./schema"

const bond = z.object({
  /** The market's token. */
  token: z.string(),
  step: z.enum(["propose", "dispute", "veto"]),
  outcome: z.int().nullable(),
  /** USDB. */
  amount: baseUnits,
  /** Unix seconds of the bond and of its decision; null while it is open. */
  from: z.int(),
  until: z.int().nullable(),
})

export type Bond = z.output<typeof bond>

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
      "e.action as step",
      "e.outcome",
      sql<string>`(${sql.raw(toEventAmount())})::text`.as("amount"),
      toUnixSeconds(ref("e.time")).as("from"),
      toUnixSeconds(ref("ending.time")).as("until"),
    ])
    .where("e.wallet", "=", wallet)
    .where("e.action", "in", ["propose", "dispute", "veto"])
    .orderBy("e.id", "desc")
    .execute()
  return bond.array().parse(rows)
}

const toUnixSeconds = <T extends Date | null>(time: Expression<T>) =>
  sql<number | Extract<T, null>>`extract(epoch from ${time})::int`

export const isOpenBond = ({ until }: Bond) => until === null

/** USDB in bonds that were open at a time. */
export function sumBondsAt(bonds: readonly Bond[], time: number): bigint {
  return sumBonds(
    bonds.filter(({ from, until }) => from <= time && (until === null || time < until)),
  )
}

export const sumBonds = (bonds: readonly Bond[]) =>
  bonds.reduce((sum, { amount }) => sum + amount, 0n)
