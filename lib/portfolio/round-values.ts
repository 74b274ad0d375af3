import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { payoutColumn } from "@/lib/updown/payout-column"

/**
 * By how much the bets of a wallet in price rounds gained or lost value, by the number of times that were before. A bet
 * is worth its stake until its round is decided, then its payout until that is claimed.
 */
const selectChanges = statement({ wallet: "text", times: "integer[]" }, ({ wallet, times }) => {
  const bets = db
    .selectFrom("updown_bet as b")
    .select(["b.time", "b.amount as value"])
    .where("b.wallet", "=", wallet)
  const decisions = db
    .selectFrom("updown_position as p")
    .innerJoin("updown_round as r", (join) =>
      join
        .onRef("r.contract", "=", "p.contract")
        .onRef("r.tf", "=", "p.tf")
        .onRef("r.round_id", "=", "p.round_id"),
    )
    .select(sql<Date>`r.settled_at`.as("time"))
    .select(sql<string>`${payoutColumn} - p.stake`.as("value"))
    .where("p.wallet", "=", wallet)
    .where("p.outcome", "<>", sql.lit(0))
  const claims = db
    .selectFrom("updown_claim as c")
    .select(["c.time", sql<string>`-c.payout`.as("value")])
    .where("c.wallet", "=", wallet)
  // A change counts at its own time.
  const place = sql<number>`width_bucket(extract(epoch from change.time)::int - 1, ${times})`
  return db
    .selectFrom(bets.unionAll(decisions).unionAll(claims).as("change"))
    .select([place.as("place"), sql<string>`sum(change.value)::text`.as("value")])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
})

/** The value of a wallet's bets in price rounds at each of these ascending times, Unix seconds. */
export async function findRoundValues(wallet: string, times: readonly number[]): Promise<bigint[]> {
  if (times.length === 0) return []
  const changes = await selectChanges({ wallet, times })
  let [next, value] = [0, 0n]
  return times.map((_, index) => {
    for (let change = changes[next]; change && change.place <= index; change = changes[next]) {
      value += BigInt(change.value)
      next += 1
    }
    return value
  })
}
