import type { PlatformContracts } from "@/lib/chain/browser"
import { type ContractCall, encodeCall, type PreparedCall } from "@/lib/chain/call"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import type { LoanCalls } from "@/lib/loans/calls"

const abi = stakingVaultAbi

type Vault = Pick<PlatformContracts, "vault">

/** Wraps TIDE. */
export const wrapCall = (
  { vault, mainToken }: Vault & Pick<PlatformContracts, "mainToken">,
  amount: bigint,
): PreparedCall => ({
  call: encodeCall(vault, { abi, functionName: "buy", args: [amount] }),
  approval: { token: mainToken, spender: vault, amount },
})

/** Unwraps shares to TIDE, or to at least `minimumUsdb` USDB when that is not null. */
export const unwrapCall = (
  { vault }: Vault,
  { shares, minimumUsdb }: { shares: bigint; minimumUsdb: bigint | null },
): ContractCall =>
  encodeCall(vault, {
    abi,
    functionName: "sell",
    args: [shares, minimumUsdb !== null, minimumUsdb ?? 0n],
  })

export const lockCall = (
  { vault }: Vault,
  direction: "lock" | "unlock",
  shares: bigint,
): ContractCall => encodeCall(vault, { abi, functionName: direction, args: [shares] })

/** Borrows USDB on TIDE behind the caller's locked shares. */
export const borrowCall = (
  { vault }: Vault,
  { amount, days }: { amount: bigint; days: bigint },
): ContractCall => encodeCall(vault, { abi, functionName: "borrow", args: [amount, days] })

/** Frees the locked shares that a liquidation has left. */
export const settleLiquidationCall = ({ vault }: Vault): ContractCall =>
  encodeCall(vault, { abi, functionName: "settleLiquidation", args: [] })

/** Invests the USDB that wait in the vault. */
export const investYieldCall = ({ vault }: Vault): ContractCall =>
  encodeCall(vault, { abi, functionName: "investYield", args: [] })

/**
 * The transactions of a loan on locked shares. Nothing is claimed, because the remainder of a liquidation stays in the
 * vault.
 */
export function vaultCalls({ vault, usdb }: Vault & Pick<PlatformContracts, "usdb">): LoanCalls {
  const payUsdb = (amount: bigint) => ({ token: usdb, spender: vault, amount })
  return {
    // A wallet has one.
    loanId: () => 0,
    repay: ({ debt }) => ({
      call: encodeCall(vault, { abi, functionName: "repay", args: [] }),
      approval: payUsdb(debt),
    }),
    extend: (_, { addDays, payInUsdb, refinance, fee }) => ({
      call: encodeCall(vault, {
        abi,
        functionName: "extendLoan",
        args: [addDays, payInUsdb, refinance],
      }),
      ...(payInUsdb && fee > 0n && { approval: payUsdb(fee) }),
    }),
    increase: (_, amount) => ({
      call: encodeCall(vault, { abi, functionName: "addToLoan", args: [amount] }),
    }),
  }
}
