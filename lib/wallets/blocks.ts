import { prisma } from "@/lib/db/client"
import { ApiError } from "@/lib/http/errors"

/** Since when and why an admin has blocked the wallet; null for a wallet that is not blocked. */
export const findBlock = (wallet: string) =>
  prisma.blockedWallet.findUnique({ where: { wallet }, omit: { blockedBy: true } })

/** 403 WALLET_BLOCKED with the admin's reason. */
export async function assertNotBlocked(wallet: string): Promise<void> {
  const block = await findBlock(wallet)
  if (!block) return
  const { reason, createdAt } = block
  const why = reason ? `: ${reason}` : "; no reason was given"
  const message = `An admin has blocked this wallet${why}`
  throw new ApiError("WALLET_BLOCKED", message, {
    details: [{ path: "", message, reason, blockedAt: createdAt.toISOString() }],
  })
}
