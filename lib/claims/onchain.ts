import { getAddress } from "viem"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { ClaimCandidate } from "./candidates"

type Client = NonNullable<ReturnType<typeof getQuickClient>>

/**
 * The current payout of each claim by the contracts, read in one batch; 0 for a claim that would revert. Null while
 * the node does not answer. A contract that refuses to answer has nothing to pay.
 */
export async function readClaimAmounts(
  wallet: string,
  claims: readonly ClaimCandidate[],
): Promise<bigint[] | null> {
  const client = getQuickClient()
  if (!client) return null
  const [block, ...amounts] = await Promise.all([
    client.getBlockNumber().catch(() => null),
    ...claims.map((claim) => readAmount(client, wallet, claim).catch(() => 0n)),
  ])
  return block === null ? null : amounts
}

async function readAmount(client: Client, wallet: string, claim: ClaimCandidate): Promise<bigint> {
  const [address, owner, id] = [
    getAddress(claim.contract),
    getAddress(wallet),
    BigInt(claim.number),
  ]
  const subject = () => getAddress(claim.token)
  switch (claim.kind) {
    case "redemption":
      return client.readContract({
        ...{ address, abi: marketTradingAbi },
        ...{ functionName: "getRedeemable", args: [subject(), owner] },
      })
    case "reward":
      return client.readContract({
        ...{ address, abi: factoryTokenAbi },
        ...{ functionName: "getClaimableRewards", args: [owner] },
      })
    case "liquidation": {
      const loan = await client.readContract({
        ...{ address, abi: loanHubAbi },
        ...{ functionName: "getUserLoanDetails", args: [owner, id] },
      })
      return loan.liquidationClaim
    }
    case "leverage_liquidation": {
      const position = await client.readContract({
        ...{ address, abi: mainTokenAbi },
        ...{ functionName: "leverages", args: [owner, id] },
      })
      return position.liquidationClaim
    }
    case "vault_liquidation":
      return readFreedShares(client, wallet)
    case "vesting":
      return client.readContract({
        ...{ address, abi: vestingAbi },
        ...{ functionName: "getClaimableAmount", args: [id] },
      })
    case "bounty":
      // The contract of private markets has the same function.
      return client.readContract({
        ...{ address, abi: marketResolverAbi },
        ...{ functionName: "getClaimableBounty", args: [subject(), owner] },
      })
    case "rounds":
      return claim.amount ?? 0n
    case "early_bounty":
      return client.readContract({
        ...{ address, abi: marketResolverAbi },
        ...{ functionName: "getClaimableEarlyBounty", args: [subject(), id, owner] },
      })
  }
}

/** Shares that stay locked until the liquidation of the wallet's last loan on them is settled. */
async function readFreedShares(client: Client, wallet: string): Promise<bigint> {
  const { staking, loanHub } = getDeployment()
  const [locked, , hubId, hasLoan] = await client.readContract({
    ...{ address: getAddress(staking), abi: stakingVaultAbi },
    ...{ functionName: "userVaults", args: [getAddress(wallet)] },
  })
  if (!hasLoan) return 0n
  const loan = await client.readContract({
    ...{ address: getAddress(loanHub), abi: loanHubAbi },
    ...{ functionName: "getUserLoanDetails", args: [getAddress(staking), hubId] },
  })
  return loan.isLiquidated ? locked : 0n
}
