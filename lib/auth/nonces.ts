import { createNonce } from "@/lib/api/ids"
import { pool } from "@/lib/db/client"

const NONCE_TTL_MS = 10 * 60_000

/** Creates a nonce for one wallet; several may be valid at once. */
export async function issueNonce(address: string) {
  const value = createNonce()
  const expiresAt = new Date(Date.now() + NONCE_TTL_MS)
  await pool().query(
    `with expired as (delete from nonce where expires_at < now())
     insert into nonce (value, address, expires_at) values ($1, $2, $3)`,
    [value, address, expiresAt],
  )
  return { nonce: value, expiresAt }
}

/** Deletes a nonce, whoever sends it; true if it was valid for this wallet. One statement, so of concurrent attempts one succeeds. */
export async function consumeNonce(value: string, address: string) {
  const { rows } = await pool().query<{ address: string; expires_at: Date }>(
    "delete from nonce where value = $1 returning address, expires_at",
    [value],
  )
  const [row] = rows
  return row !== undefined && row.address === address && row.expires_at.getTime() > Date.now()
}
