import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { OnboardingProgress } from "./onboarding-schema"

const readProgress = statement({ wallet: "text" }, ({ wallet }) =>
  db.selectNoFrom(({ exists, selectFrom }) => {
    const claimed = exists(selectFrom("faucet_claim").select("id").where("user", "=", wallet))
    const traded = sql<boolean>`(${exists(
      selectFrom("trade").select("id").where("user", "=", wallet),
    )} or ${exists(selectFrom("share_trade").select("id").where("buyer", "=", wallet))})`
    return [
      sql<boolean>`${claimed} or ${traded}`.as("hasUsdb"),
      sql<boolean>`${traded}`.as("hasTraded"),
    ]
  }),
)

/** The completed onboarding steps of a wallet. A trade proves that it had USDB, also without a claim. */
export async function findOnboardingProgress(wallet: string): Promise<OnboardingProgress> {
  const [progress] = await readProgress({ wallet })
  return progress ?? { hasUsdb: false, hasTraded: false }
}
