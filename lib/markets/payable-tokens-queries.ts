import { db } from "@/lib/db/client"

/** Most tokens offered for paying a purchase of shares. */
const MAX_TOKENS = 30

/** The launched tokens that a wallet holds, largest balance first. */
export function findPayableTokens(wallet: string): Promise<{ address: string; symbol: string }[]> {
  return db
    .selectFrom("holder as h")
    .innerJoin("token as t", "t.address", "h.token")
    .select(["t.address", "t.symbol"])
    .where("h.wallet", "=", wallet)
    .where("h.balance", ">", "0")
    .orderBy("h.balance", "desc")
    .orderBy("t.address")
    .limit(MAX_TOKENS)
    .execute()
}
