import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { ApiError } from "@/lib/http/errors"

const readBlock = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom("blocked_wallet")
    .select(["wallet", "reason", "created_at as createdAt"])
    .where("wallet", "=", wallet),
)

/** Since when and why an admin has blocked the wallet; undefined for a wallet that is not blocked. */
export async function findBlock(wallet: string) {
  const [block] = await readBlock({ wallet })
  return block
}

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
