import { expect, test } from "vitest"
import { toClaimAction } from "@/components/claims/claim-action"
import type { ClaimData } from "@/components/claims/claim-text"
import { actions } from "@/lib/actions/registry"
import { claimKinds } from "@/lib/claims/schema"

const token = `0x${"a".repeat(40)}`

const claimOf = (kind: ClaimData["kind"], more: Partial<ClaimData> = {}): ClaimData => ({
  ...{ id: `${kind}.1`, kind, contract: token, token, number: 7, amount: "1" },
  ...{ symbol: "USDB", valueUsd: null, title: "Claim", ...more },
})

const rounds = { priceAsset: "btc" as const, rounds: [1, 2].map((roundId) => ({ tf: 0, roundId })) }

test("names the action of each kind of claim in the form that the quote takes", () => {
  const named = claimKinds.map((kind) => [kind, toClaimAction(claimOf(kind, rounds))])
  expect(Object.fromEntries(named)).toEqual({
    redemption: { action: "market.redeem", market: token },
    bounty: { action: "market.claimBounty", market: token },
    vesting: { action: "vesting.claim", vestingId: 7 },
    liquidation: { action: "loan.claim", source: "hub", loanId: 7 },
    leverage_liquidation: { action: "loan.claim", source: "leverage", loanId: 7 },
    rounds: { action: "updown.claim", asset: "btc", timeframe: 0, roundIds: [1, 2] },
    ...{ reward: null, early_bounty: null, vault_liquidation: null },
  })
  for (const [, request] of named) {
    if (request === null || typeof request !== "object") continue
    const action = actions.find(({ name }) => name === request.action)
    expect(action?.schema.safeParse({ ...request, wallet: token }).success).toBe(true)
  }
})

test("names none for price rounds that one action does not take", () => {
  const mixed = [...rounds.rounds, { tf: 1, roundId: 3 }]
  expect(toClaimAction(claimOf("rounds", { ...rounds, rounds: mixed }))).toBeNull()
  const many = Array.from({ length: 51 }, (_, at) => ({ tf: 0, roundId: at + 1 }))
  expect(toClaimAction(claimOf("rounds", { ...rounds, rounds: many }))).toBeNull()
  // Stored by an older version of the page.
  expect(toClaimAction(claimOf("rounds", { rounds: rounds.rounds }))).toBeNull()
})
