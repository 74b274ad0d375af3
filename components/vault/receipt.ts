import { isAddressEqual, parseEventLogs, type TransactionReceipt } from "viem"
import type { PlatformContracts } from "@/lib/chain/browser"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { formatAmount } from "@/lib/format"

/** What a mined transaction of the vault did, in one sentence; null when it was something else. */
export function describeReceipt(
  receipt: TransactionReceipt,
  { vault }: PlatformContracts,
): string | null {
  const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, vault))
  for (const { eventName, args } of parseEventLogs({ abi: stakingVaultAbi, logs })) {
    switch (eventName) {
      case "Bought":
        return `Wrapped ${formatAmount(args.stasisSpent, 6)} TIDE: ${formatAmount(args.wStasisReceived, 6)} wTIDE received`
      case "Sold":
        return `Unwrapped ${formatAmount(args.wStasisSold, 6)} wTIDE: ${formatAmount(args.stasisReceived, 6)} TIDE`
      case "LoanTaken":
        return `Pledged ${formatAmount(args.stasisCollateralUsed, 6)} TIDE: the USDB is in your wallet`
      case "Locked":
        return `Locked ${formatAmount(args.amount, 6)} wTIDE`
      case "Unlocked":
        return `Unlocked ${formatAmount(args.amount, 6)} wTIDE`
    }
  }
  return null
}
