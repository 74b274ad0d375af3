import { pool } from "@/lib/db/client"

/** Tokens a purchase of shares can be paid with; more than these nobody looks through. */
const MAX_TOKENS = 30

/** The launched tokens a wallet holds, those worth most attention first: by its own balance. */
export async function findPayableTokens(wallet: string) {
  const { rows } = await pool().query<{ address: string; symbol: string }>(
    `select t.address, t.symbol from holder h join token t on t.address = h.token
    where h.wallet = $1 and h.balance > 0 order by h.balance desc, t.address limit ${MAX_TOKENS}`,
    [wallet],
  )
  return rows
}
