import { readContract } from "viem/actions"
import { encodeCall, type LoanCalls } from "@/components/loans/loan-calls"
import type { PlatformContracts } from "@/lib/chain/browser"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"

/** The transactions of a loan on locked shares. Nothing is claimed: what a liquidation leaves stays in the vault. */
export function vaultCalls({ vault, usdb }: PlatformContracts): LoanCalls {
  const call = (functionName: string, args: readonly unknown[]) =>
    encodeCall(vault, stakingVaultAbi, functionName, args)
  const payUsdb = (amount: bigint) => ({ token: usdb, spender: vault, amount })
  return {
    repay: ({ debt }) => ({ call: call("repay", []), approval: payUsdb(debt) }),
    extend: (_, { addDays, payInUsdb, refinance, fee }) => ({
      call: call("extendLoan", [addDays, payInUsdb, refinance]),
      ...(payInUsdb && fee > 0n && { approval: payUsdb(fee) }),
    }),
    increase: {
      call: (_, amount) => ({ call: call("addToLoan", [amount]) }),
      readAvailable: (client, { owner }) =>
        readContract(client, {
          address: vault,
          abi: stakingVaultAbi,
          functionName: "getAvailableStasis",
          args: [owner],
        }),
    },
  }
}
