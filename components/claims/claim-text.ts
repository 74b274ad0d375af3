import type { ApiAnswer } from "@/lib/api/client"
import type { ClaimKind } from "@/lib/claims/schema"
import { formatAmount } from "@/lib/format"

/** A claim in the service's answer. */
export type ClaimData = NonNullable<ApiAnswer<"GET /api/internal/claims">["claims"]>[number]

type ClaimText = {
  /** Label of the claim, before the name of its market or token. */
  label: string
  /** Of its button. */
  verb: string
  href: (claim: ClaimData) => string
}

const market = ({ token }: ClaimData) => `/markets/${token}`

export const claimTexts: Record<ClaimKind, ClaimText> = {
  redemption: { label: "Payout", verb: "Redeem", href: market },
  reward: {
    label: "Reward shares",
    verb: "Claim",
    href: ({ token }) => `/tokens/${token}?tab=about`,
  },
  liquidation: { label: "Left of a liquidated loan", verb: "Claim", href: () => "/borrow" },
  leverage_liquidation: {
    label: "Left of a liquidated position",
    verb: "Claim",
    href: ({ token }) => `/tokens/${token}`,
  },
  vault_liquidation: { label: "Locked after a liquidation", verb: "Free", href: () => "/earn" },
  vesting: { label: "Vested tokens", verb: "Claim", href: () => "/vesting" },
  bounty: { label: "Voting bounty", verb: "Claim", href: market },
  rounds: { label: "Price rounds", verb: "Claim", href: () => "/rounds" },
  early_bounty: { label: "Voting bounty", verb: "Claim", href: market },
}

/** Title of the transaction: "Redeem 12.5 USDB: Will it rain?". */
export function describeClaim({ kind, amount, symbol, title }: ClaimData): string {
  return `${claimTexts[kind].verb} ${formatAmount(BigInt(amount))} ${symbol}: ${title}`
}

export const sumClaims = (claims: readonly ClaimData[]): bigint =>
  claims.reduce((sum, { valueUsd }) => sum + BigInt(valueUsd ?? 0), 0n)
