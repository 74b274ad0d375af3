import { pool } from "@/lib/db/client"
import { type OnboardingProgress, onboardingProgress } from "./onboarding-schema"

/** USDB counts however it came: by the faucet, or from another wallet. */
const SELECT_PROGRESS = `
  select (
    exists (select 1 from faucet_claim where "user" = $1)
    or exists (select 1 from trade where "user" = $1)
  ) as "hasUsdb", exists (select 1 from trade where "user" = $1) as "hasTraded"`

/** How far a wallet is in its first steps. */
export async function findOnboardingProgress(wallet: string): Promise<OnboardingProgress> {
  const { rows } = await pool().query(SELECT_PROGRESS, [wallet])
  return onboardingProgress.parse(rows[0])
}
