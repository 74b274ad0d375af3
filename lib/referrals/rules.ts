import { sql } from "kysely"
import type { ClientBase } from "pg"
import { zeroAddress } from "viem"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"

/** Length to which the chain of a referrer's referrers is followed, as in the USDB contract. */
const MAX_STEPS = 50

/** The verdict on a named referrer; rest-api-part-2.md, section 4.10. */
export type ReferrerVerdict = "accepted" | "already_set" | "no_wallet" | "own_wallet" | "cycle"

/** A wallet's referrer; undefined while it has none. */
type ReferrerOf = (wallet: string) => string | undefined

/** The rule: one referrer once, another wallet, and none whose chain of referrers contains the wallet. */
export function judgeReferrer(
  wallet: string,
  referrer: string,
  referrerOf: ReferrerOf,
): ReferrerVerdict {
  if (referrerOf(wallet) !== undefined) return "already_set"
  if (referrer === zeroAddress) return "no_wallet"
  if (referrer === wallet) return "own_wallet"
  return listAncestors(referrer, referrerOf).includes(wallet) ? "cycle" : "accepted"
}

/** The referrers above a wallet, the nearest first. */
export function listAncestors(wallet: string, referrerOf: ReferrerOf): string[] {
  const ancestors: string[] = []
  let next = referrerOf(wallet)
  while (next !== undefined && ancestors.length < MAX_STEPS) {
    ancestors.push(next)
    next = referrerOf(next)
  }
  return ancestors
}

/** The referrals of these wallets and of those above them, as far as the rule looks. */
export const readChains = (wallets: readonly string[], client?: Pick<ClientBase, "query">) =>
  selectChains({ wallets }, client)

const selectChains = statement({ wallets: "text[]" }, ({ wallets }) =>
  db
    .withRecursive("chain(wallet, referrer, event_id, steps)", (cte) =>
      cte
        .selectFrom("referral as r")
        .select(["r.wallet", "r.referrer", "r.event_id", sql<number>`1`.as("steps")])
        .where(({ ref }) => sql<boolean>`${ref("r.wallet")} = any(${wallets})`)
        .union(
          cte
            .selectFrom("chain")
            .innerJoin("referral as r", "r.wallet", "chain.referrer")
            .select((eb) => [
              "r.wallet",
              "r.referrer",
              "r.event_id",
              eb("chain.steps", "+", sql.lit(1)).as("steps"),
            ])
            .where("chain.steps", "<", sql.lit(MAX_STEPS + 1)),
        ),
    )
    .selectFrom("chain")
    .select(["wallet", "referrer", "event_id as eventId"])
    .distinct(),
)
