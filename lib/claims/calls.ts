import type { Address } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { type ContractCall, encodeCall } from "@/lib/chain/call"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { redeemCall } from "@/lib/markets/trading-calls"
import { claimRoundsCall } from "@/lib/updown/calls"
import { settleLiquidationCall } from "@/lib/vault/calls"
import type { ClaimKind, ClaimRound } from "./schema"

type ClaimTarget = {
  kind: ClaimKind
  contract: string
  token: string
  number: number
  rounds?: readonly ClaimRound[] | undefined
}

/** Collects the rewards of a token's first buyers. */
export const claimRewardsCall = (token: Address): ContractCall =>
  encodeCall(token, { abi: factoryTokenAbi, functionName: "claimRewards", args: [] })

/** The call that collects a claim. */
export function toClaimCall({ kind, contract, token, number, rounds = [] }: ClaimTarget) {
  const to = toAddress(contract)
  const id = BigInt(number)
  switch (kind) {
    case "redemption":
      return redeemCall({ trading: to, market: toAddress(token) })
    case "reward":
      return claimRewardsCall(to)
    case "liquidation":
      return encodeCall(to, { abi: loanHubAbi, functionName: "claimLiquidation", args: [id] })
    case "leverage_liquidation":
      return encodeCall(to, {
        abi: mainTokenAbi,
        functionName: "ClaimLiquidation",
        args: [id, true],
      })
    case "vault_liquidation":
      return settleLiquidationCall({ vault: to })
    case "vesting":
      return encodeCall(to, { abi: vestingAbi, functionName: "claimTokens", args: [id] })
    // The contract of private markets has the same function.
    case "bounty":
      return encodeCall(to, {
        abi: marketResolverAbi,
        functionName: "claimBounty",
        args: [toAddress(token)],
      })
    case "early_bounty":
      return encodeCall(to, {
        abi: marketResolverAbi,
        functionName: "claimEarlyBounty",
        args: [toAddress(token), id],
      })
    case "rounds":
      return claimRoundsCall(to, rounds)
  }
}
