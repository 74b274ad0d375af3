import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import type { RealisedDetails } from "@/lib/portfolio/realised"
import type { LossPlace } from "./schema"
import { decidedRoundsOf } from "./sources"

type Loss = { amount: bigint; place: LossPlace; id: string }

/** The largest loss of a wallet at one place; null without any. */
export async function findLargestLoss(
  wallet: string,
  { results, losses }: RealisedDetails,
): Promise<Loss | null> {
  const worst = pickLargest(results, ({ result }) => -result)
  const market = pickLargest(losses, ({ amount }) => amount)
  const [round] = await selectLargestLostRound({ wallet })
  const candidates: Loss[] = [
    ...(worst
      ? [{ amount: -worst.result, place: "transaction" as const, id: worst.transaction.id }]
      : []),
    ...(market ? [{ amount: market.amount, place: "market" as const, id: market.token }] : []),
    ...(round ? [{ amount: BigInt(round.stake), place: "round" as const, id: round.id }] : []),
  ]
  const largest = pickLargest(candidates, ({ amount }) => amount)
  if (!largest) return null
  return largest.place === "transaction" ? { ...largest, id: await findHash(largest.id) } : largest
}

/** The first with the largest amount above zero. */
function pickLargest<T>(items: readonly T[], amountOf: (item: T) => bigint): T | undefined {
  let [largest, most]: [T | undefined, bigint] = [undefined, 0n]
  for (const item of items) {
    const amount = amountOf(item)
    if (amount > most) [largest, most] = [item, amount]
  }
  return largest
}

const selectLargestLostRound = statement({ wallet: "text" }, ({ wallet }) =>
  decidedRoundsOf(wallet)
    .select(({ ref }) => [
      "p.stake",
      sql<string>`${ref("p.contract")} || ':' || ${ref("p.tf")} || ':' || ${ref("p.round_id")}`.as(
        "id",
      ),
    ])
    .whereRef("p.outcome", "<>", "p.side")
    .orderBy("p.stake", "desc")
    .orderBy("p.bet_id")
    .limit(sql.lit(1)),
)

async function findHash(id: string): Promise<string> {
  const row = await db
    .selectFrom("tx")
    .select(({ ref }) => hexText(ref("hash")).as("hash"))
    .where("id", "=", id)
    .executeTakeFirst()
  return row?.hash ?? ""
}
