import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { env } from "@/lib/env"
import { CLAIM_COOLDOWN_SECONDS } from "./amounts"

const settleIndexed = statement({ chainId: "integer" }, ({ chainId }) =>
  db
    .updateTable("faucet_payout as p")
    .from("tx")
    .set(({ ref }) => ({
      state: "paid",
      failure: null,
      signed_tx: null,
      settled_at: ref("tx.time"),
    }))
    .where("p.state", "<>", sql.lit("paid" as const))
    .where("p.created_at", ">", sql<Date>`now() - interval '2 days'`)
    .where("tx.chain_id", "=", chainId)
    .whereRef("tx.hash", "=", "p.tx_hash")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("faucet_claim as c")
          .select("c.id")
          .whereRef("c.user", "=", "p.wallet")
          .whereRef("c.tx_id", "=", "tx.id"),
      ),
    ),
)

/** Payouts with an indexed claim are paid, even those that were given up too early. */
export const settleIndexedPayouts = () => settleIndexed({ chainId: env().CHAIN_ID })

const readCooldown = statement({ wallet: "text" }, ({ wallet }) =>
  db.selectNoFrom(({ selectFrom, fn }) => {
    const claimed = selectFrom("faucet_claim as c")
      .innerJoin("tx", "tx.id", "c.tx_id")
      .select("tx.time")
      .where("c.user", "=", wallet)
      .orderBy("c.id", "desc")
      .limit(sql.lit(1))
    const sent = selectFrom("faucet_payout as p")
      .select(({ ref }) => fn.max<Date>(ref("p.created_at")).as("time"))
      .where("p.wallet", "=", wallet)
      .where("p.state", "=", sql.lit("sent" as const))
    return [
      sql<Date | null>`greatest((${claimed}), (${sent}))
        + make_interval(secs => ${sql.lit(CLAIM_COOLDOWN_SECONDS)})`.as("endsAt"),
      sql<Date>`clock_timestamp()`.as("now"),
    ]
  }),
)

export type Cooldown = { endsAt: Date | null; remainingSeconds: number }

/**
 * The wait after a wallet's last claim, of the service or of the contract's own faucet. A payout that was sent counts
 * until it turns out void.
 */
export async function findCooldown(wallet: string): Promise<Cooldown> {
  const [row] = await readCooldown({ wallet })
  const endsAt = row?.endsAt ?? null
  if (!row || !endsAt || endsAt <= row.now) return { endsAt: null, remainingSeconds: 0 }
  return { endsAt, remainingSeconds: Math.ceil((endsAt.getTime() - row.now.getTime()) / 1_000) }
}
