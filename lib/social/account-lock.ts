import { prisma, type Transaction } from "@/lib/db/client"

/** Advisory lock of all linking and unlinking. */
const ACCOUNT_LOCK = 7_320_009

/**
 * A transaction that links or unlinks accounts, one at a time: between reading an account's owner and taking it, no
 * other transaction takes or releases it. Unique indexes also enforce this.
 */
export function withAccountLock<T>(work: (tx: Transaction) => Promise<T>) {
  return prisma.$transaction(async (tx) => {
    await lockAccounts(tx)
    return work(tx)
  })
}

/** Takes the lock until the transaction ends. */
export async function lockAccounts(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${ACCOUNT_LOCK})`
}
