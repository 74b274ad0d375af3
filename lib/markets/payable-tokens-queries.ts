import { db } from "@/lib/db/client"

/** Tokens a purchase of shares can be paid with; more than these nobody looks through. */
const MAX_TOKENS = 30

/** The launched tokens a wallet holds, by its balance, the largest first. */
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
