import type { ActionRequest } from "@/components/wallet/transactions/quoted-action"
import { MAX_CLAIMED_ROUNDS } from "@/lib/updown/constants"
import type { ClaimData } from "./claim-text"

/**
 * The action that collects a claim, for the quote. Null where the API has none: rewards of first buyers, bounties of
 * rounds that were too early, shares that a liquidation frees, and price rounds of several timeframes at once.
 */
export function toClaimAction(claim: ClaimData): ActionRequest | null {
  const { kind, token: market, number } = claim
  switch (kind) {
    case "redemption":
      return { action: "market.redeem", market }
    case "bounty":
      return { action: "market.claimBounty", market }
    case "vesting":
      return { action: "vesting.claim", vestingId: number }
    case "liquidation":
      return { action: "loan.claim", source: "hub", loanId: number }
    case "leverage_liquidation":
      return { action: "loan.claim", source: "leverage", loanId: number }
    case "rounds":
      return toRoundsAction(claim)
    case "reward":
    case "early_bounty":
    case "vault_liquidation":
      return null
  }
}

function toRoundsAction({ priceAsset, rounds = [] }: ClaimData): ActionRequest | null {
  const [first] = rounds
  if (!priceAsset || !first || rounds.length > MAX_CLAIMED_ROUNDS) return null
  if (rounds.some(({ tf }) => tf !== first.tf)) return null
  const roundIds = rounds.map(({ roundId }) => roundId)
  return { action: "updown.claim", asset: priceAsset, timeframe: first.tf, roundIds }
}
