import { sql } from "kysely"
import { type Address, bytesToHex, type Hex, hexToBytes } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { env } from "@/lib/env"
import { CLAIM_COOLDOWN_SECONDS } from "./amounts"

/** A payout that may still be sent or mined. */
export type OpenPayout = {
  id: string
  wallet: string
  referrer: string
  amount: bigint
  signals: string[]
  treasury: Address
  nonce: number
  hash: Hex
  /** The signed transaction. */
  signed: Hex
  isSent: boolean
  /** Sent so long ago that nodes may have lost it. */
  isOverdue: boolean
}

/** After that a payout that is not mined is sent again. */
const OVERDUE = sql.lit("30 seconds")

const columns = [
  "id",
  "wallet",
  "referrer",
  "amount",
  "signals",
  "treasury",
  "nonce",
  "tx_hash as txHash",
  "signed_tx as signedTx",
  "state",
] as const

const OPEN = ["stored", "sent"] as const

const readOpen = statement({ wallet: "text?" }, ({ wallet }) =>
  db
    .selectFrom("faucet_payout")
    .select(columns)
    .select(({ ref }) =>
      sql<boolean>`${ref("created_at")} < clock_timestamp() - ${OVERDUE}::interval`.as("isOverdue"),
    )
    .where("state", "in", [sql.lit("stored" as const), sql.lit("sent" as const)])
    .where((eb) => eb.and(wallet ? [eb("wallet", "=", wallet)] : []))
    .orderBy("nonce"),
)

/** Payouts that are neither paid nor void, all or those of a wallet, in the order of their nonces. */
export async function findOpenPayouts(wallet?: string): Promise<OpenPayout[]> {
  return (await readOpen({ wallet })).map(
    ({ amount, nonce, treasury, txHash, signedTx, state, ...row }) => ({
      ...row,
      amount: BigInt(amount),
      nonce: Number(nonce),
      treasury: toAddress(treasury),
      hash: bytesToHex(txHash),
      signed: bytesToHex(signedTx ?? new Uint8Array()),
      isSent: state === "sent",
    }),
  )
}

type NewPayout = Omit<OpenPayout, "id" | "isSent" | "isOverdue">

/**
 * Stores a signed payout before it is sent. The statement has ended on disk when this returns. A transaction that was
 * given up before, equal to the byte, gets its row back.
 */
export async function storePayout(payout: NewPayout): Promise<OpenPayout> {
  const { hash, signed, amount, nonce, ...rest } = payout
  const state = {
    state: "stored" as const,
    signed_tx: Buffer.from(hexToBytes(signed)),
    created_at: sql<Date>`clock_timestamp()`,
  }
  const { id } = await db
    .insertInto("faucet_payout")
    .values({
      ...rest,
      ...state,
      amount: `${amount}`,
      nonce: `${nonce}`,
      tx_hash: Buffer.from(hexToBytes(hash)),
    })
    .onConflict((conflict) =>
      conflict
        .column("tx_hash")
        .doUpdateSet({ ...state, signals: rest.signals, failure: null, settled_at: null })
        .where("faucet_payout.state", "=", "void"),
    )
    .returning("id")
    .executeTakeFirstOrThrow()
  return { ...payout, id, isSent: false, isOverdue: false }
}

/** Notes that a node has taken the transaction. */
export async function markSent({ id }: OpenPayout): Promise<void> {
  await db
    .updateTable("faucet_payout")
    .set({ state: "sent" })
    .where("id", "=", id)
    .where("state", "=", "stored")
    .execute()
}

/** Notes that nothing was or will be paid: no cooldown follows. */
export async function voidPayout({ id }: OpenPayout, failure: string): Promise<void> {
  await db
    .updateTable("faucet_payout")
    .set({ state: "void", failure, signed_tx: null, settled_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("state", "in", OPEN)
    .execute()
}

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

/** Payouts whose claims are indexed are paid, also those that were given up too early. */
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
