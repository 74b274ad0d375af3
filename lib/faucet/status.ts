import { getQuickClient } from "@/lib/chain/client"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { findBlock } from "@/lib/wallets/blocks"
import { claimAmount } from "./amounts"
import { settleSent } from "./broadcast"
import { findCooldown } from "./indexed-payouts"
import { findSignals } from "./signals"
import { isFaucetConfigured } from "./treasury"

const readReferrer = statement({ wallet: "text" }, ({ wallet }) =>
  db.selectFrom("referral").select("referrer").where("wallet", "=", wallet),
)

/** GET /api/v1/faucet/status, with the facts that its page explains. */
export async function findFaucetChecklist(wallet: string) {
  await settleOwnPayout(wallet)
  const [facts, cooldown, block, referrers] = await Promise.all([
    findSignals(wallet),
    findCooldown(wallet),
    findBlock(wallet),
    readReferrer({ wallet }),
  ])
  const { isAgent, hasUsername, ...signals } = facts
  const isConfigured = isFaucetConfigured()
  const eligible = signals.base && !block
  return {
    isConfigured,
    isAgent,
    hasUsername,
    block: block ? { reason: block.reason, createdAt: block.createdAt } : null,
    status: {
      eligible,
      canClaim: eligible && cooldown.endsAt === null && isConfigured,
      dailyAmount: eligible ? claimAmount(signals) : 0,
      signals,
      cooldownRemaining: cooldown.remainingSeconds,
      nextClaimAt: cooldown.endsAt,
      hasReferrer: referrers.length > 0,
    },
  }
}

/** A payout that was reverted leaves no cooldown, also before the follower has noticed. */
async function settleOwnPayout(wallet: string) {
  const client = getQuickClient()
  // Without the node the status is as of the last settlement.
  if (client) await settleSent(client, wallet).catch(() => {})
}
