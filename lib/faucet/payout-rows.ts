import { type Address, bytesToHex, type Hex } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { prisma, readClock } from "@/lib/db/client"

/** A payout that may still be sent or mined. */
export type OpenPayout = {
  id: bigint
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
const OVERDUE_MS = 30_000

const OPEN = ["stored", "sent"]

/** Payouts that are neither paid nor void, all or a wallet's, in the order of their nonces. */
export async function findOpenPayouts(wallet?: string): Promise<OpenPayout[]> {
  const rows = await prisma.faucetPayout.findMany({
    where: { state: { in: OPEN }, wallet },
    orderBy: { nonce: "asc" },
  })
  return rows.map(({ id, referrer, signals, amount, nonce, treasury, signedTx, ...row }) => ({
    ...{ id, wallet: row.wallet, referrer, signals },
    amount: BigInt(amount.toFixed()),
    nonce: Number(nonce),
    treasury: toAddress(treasury),
    hash: bytesToHex(row.txHash),
    signed: bytesToHex(signedTx ?? new Uint8Array()),
    isSent: row.state === "sent",
    isOverdue: row.createdAt.getTime() < Date.now() - OVERDUE_MS,
  }))
}

type NewPayout = Omit<OpenPayout, "id" | "isSent" | "isOverdue">

/**
 * Stores a signed payout before it is sent. The statement has ended on disk when this returns. A transaction that was
 * given up before, equal to the byte, gets its row back.
 */
export async function storePayout(payout: NewPayout): Promise<OpenPayout> {
  const { hash, signed, amount, signals, ...rest } = payout
  const txHash = toBytes(hash)
  const state = {
    ...{ state: "stored", signals, signedTx: toBytes(signed) },
    createdAt: await readClock(),
  }
  const [restored] = await prisma.faucetPayout.updateManyAndReturn({
    where: { txHash, state: "void" },
    data: { ...state, failure: null, settledAt: null },
  })
  const data = { ...rest, ...state, amount: `${amount}`, txHash }
  const { id } = restored ?? (await prisma.faucetPayout.create({ data }))
  return { ...payout, id, isSent: false, isOverdue: false }
}

const toBytes = (hex: Hex) => Buffer.from(hex.slice(2), "hex")

/** Notes that a node has taken the transaction. */
export async function markSent({ id }: OpenPayout): Promise<void> {
  await prisma.faucetPayout.updateMany({ where: { id, state: "stored" }, data: { state: "sent" } })
}

/** Notes that nothing was or will be paid: no cooldown follows. */
export async function voidPayout({ id }: OpenPayout, failure: string): Promise<void> {
  await prisma.faucetPayout.updateMany({
    where: { id, state: { in: OPEN } },
    data: { state: "void", failure, signedTx: null, settledAt: await readClock() },
  })
}
