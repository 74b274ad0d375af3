import { sql } from "kysely"
import { createNonce } from "@/lib/api/ids"
import { db } from "@/lib/db/client"

const NONCE_TTL_MS = 10 * 60_000

/** Creates a nonce for one wallet; several may be valid at once. */
export async function issueNonce(address: string) {
  const value = createNonce()
  const expiresAt = new Date(Date.now() + NONCE_TTL_MS)
  await db
    .with("expired", (queries) =>
      queries.deleteFrom("nonce").where("expires_at", "<", sql<Date>`now()`),
    )
    .insertInto("nonce")
    .values({ value, address, expires_at: expiresAt })
    .execute()
  return { nonce: value, expiresAt }
}

/** Deletes a nonce, whoever sends it; true if it was valid for this wallet. One statement, so of concurrent attempts one succeeds. */
export async function consumeNonce(value: string, address: string) {
  const nonce = await db
    .deleteFrom("nonce")
    .where("value", "=", value)
    .returning(["address", "expires_at as expiresAt"])
    .executeTakeFirst()
  return nonce?.address === address && nonce.expiresAt.getTime() > Date.now()
}
