import { sql } from "kysely"
import { db } from "@/lib/db/client"
import type { Block } from "./schema"

type NewBlock = { wallet: string; reason: string | null; admin: string }

/** POST /api/v1/admin/block. A wallet that is blocked stays so since the first time, with the new reason. */
export function blockWallet({ wallet, reason, admin }: NewBlock): Promise<Block> {
  return db
    .insertInto("blocked_wallet")
    .values({ wallet, reason, blocked_by: admin, created_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.column("wallet").doUpdateSet({ reason, blocked_by: admin }))
    .returning(["wallet", "reason", "created_at as createdAt"])
    .executeTakeFirstOrThrow()
}

/** DELETE /api/v1/admin/block; also for a wallet that is not blocked. */
export async function unblockWallet(wallet: string): Promise<void> {
  await db.deleteFrom("blocked_wallet").where("wallet", "=", wallet).execute()
}
