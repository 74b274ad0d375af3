import { prisma } from "@/lib/db/client"
import type { Block } from "./schema"

type NewBlock = { wallet: string; reason: string | null; admin: string }

/** POST /api/v1/admin/block. A wallet that is blocked stays so since the first time, with the new reason. */
export function blockWallet({ wallet, reason, admin }: NewBlock): Promise<Block> {
  const block = { reason, blockedBy: admin }
  return prisma.blockedWallet.upsert({
    where: { wallet },
    create: { wallet, ...block },
    update: block,
    omit: { blockedBy: true },
  })
}

/** DELETE /api/v1/admin/block; also for a wallet that is not blocked. */
export async function unblockWallet(wallet: string): Promise<void> {
  await prisma.blockedWallet.deleteMany({ where: { wallet } })
}
