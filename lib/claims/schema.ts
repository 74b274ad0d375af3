import { z } from "zod"
import { address, amount } from "@/lib/http/wire"
import { assets } from "@/lib/updown/assets"

/** The kinds of claims; each is one function of a contract. */
export const claimKinds = [
  /** Payout of a final market. */
  "redemption",
  /** Part of a token's tax for buyers of its reward phase. */
  "reward",
  /** The remainder of a loan after a liquidation. */
  "liquidation",
  /** of a leverage position; */
  "leverage_liquidation",
  /** A liquidated loan on shares of the vault frees the remaining shares. */
  "vault_liquidation",
  /** Vested tokens. */
  "vesting",
  /** Reward of a voter. */
  "bounty",
  /** The same of a round that found that it was too early to decide. */
  "early_bounty",
  /** Winnings and refunds of the price rounds of an asset, all at once. */
  "rounds",
] as const
export type ClaimKind = (typeof claimKinds)[number]

export const claim = z.object({
  /** Unique among the claims of a wallet. */
  id: z.string(),
  kind: z.enum(claimKinds),
  contract: z.string().describe("the contract to call"),
  token: z.string().describe("market or token of the claim, contract of price rounds"),
  number: z.int().describe("id of the loan or schedule, or the round; 0 without one"),
  rounds: z
    .array(z.object({ tf: z.int(), roundId: z.int() }))
    .optional()
    .describe("price rounds of the claim; absent for other kinds"),
  priceAsset: z.enum(assets).optional().describe("of price rounds; absent for other kinds"),
  amount: amount.describe("base units that the contract pays; shares that it frees"),
  symbol: z.string().describe("of the amount"),
  valueUsd: amount.nullable().describe("USD, rounded down; null without a price"),
  title: z.string().describe("name of the market or token"),
})

export type ClaimRound = NonNullable<Claim["rounds"]>[number]

export type Claim = z.output<typeof claim>

export const claimsQuery = z.object({ wallet: address })

export const claimsAnswer = z.object({
  claims: z.array(claim).nullable().describe("null while the chain does not answer"),
})

export type ClaimsAnswer = z.output<typeof claimsAnswer>
