import { type Address, encodeFunctionData, type Hex } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { ClaimKind, ClaimRound } from "./schema"

type ClaimTarget = {
  kind: ClaimKind
  contract: string
  token: string
  number: number
  rounds?: readonly ClaimRound[] | undefined
}

/** The call that collects a claim. */
export function toClaimCall({ contract, ...claim }: ClaimTarget): { to: Address; data: Hex } {
  return { to: toAddress(contract), data: encodeClaim(claim) }
}

function encodeClaim({ kind, token, number, rounds = [] }: Omit<ClaimTarget, "contract">): Hex {
  const id = BigInt(number)
  switch (kind) {
    case "redemption":
      return encodeFunctionData({
        ...{ abi: marketTradingAbi, functionName: "redeem", args: [toAddress(token)] },
      })
    case "reward":
      return encodeFunctionData({ abi: factoryTokenAbi, functionName: "claimRewards" })
    case "liquidation":
      return encodeFunctionData({ abi: loanHubAbi, functionName: "claimLiquidation", args: [id] })
    case "leverage_liquidation":
      return encodeFunctionData({
        ...{ abi: mainTokenAbi, functionName: "ClaimLiquidation", args: [id, true] },
      })
    case "vault_liquidation":
      return encodeFunctionData({ abi: stakingVaultAbi, functionName: "settleLiquidation" })
    case "vesting":
      return encodeFunctionData({ abi: vestingAbi, functionName: "claimTokens", args: [id] })
    // The contract of private markets has the same function.
    case "bounty":
      return encodeFunctionData({
        ...{ abi: marketResolverAbi, functionName: "claimBounty", args: [toAddress(token)] },
      })
    case "early_bounty":
      return encodeFunctionData({
        abi: marketResolverAbi,
        functionName: "claimEarlyBounty",
        args: [toAddress(token), id],
      })
    case "rounds": {
      const ids = rounds.map(({ roundId }) => BigInt(roundId))
      return encodeFunctionData({
        ...{ abi: upDownAbi, functionName: "claimMany" },
        args: [rounds.map(({ tf }) => tf), ids],
      })
    }
  }
}
