import { type Address, encodeFunctionData } from "viem"
import { type PlatformContracts, toAddress } from "@/lib/chain/browser"
import type { PreparedCall } from "@/lib/chain/call"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { Beneficiary } from "./beneficiaries"
import { type NewTerms, resolveStart } from "./new-terms"

export type NewSchedules = {
  terms: NewTerms
  rows: readonly Beneficiary[]
  token: Address
  /** Unix seconds of the chain. */
  now: bigint
  /** In the native coin. */
  fee: bigint
}

export const sumAmounts = (rows: readonly Beneficiary[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0n)

type EncodeContext = { token: Address; mainToken: Address; now: bigint }

/** New schedules of the same terms, 50 at most, for the given wallets. */
export function createSchedulesCall(
  { vesting, mainToken }: Pick<PlatformContracts, "vesting" | "mainToken">,
  { terms, rows, token, now, fee }: NewSchedules,
): PreparedCall {
  return {
    call: {
      to: vesting,
      data: encodeBatch(terms, rows, { token, mainToken, now }),
      ...(fee > 0n && { value: fee }),
    },
    approval: { token, spender: vesting, amount: sumAmounts(rows) },
  }
}

function encodeBatch(
  terms: NewTerms,
  rows: readonly Beneficiary[],
  { token, mainToken, now }: EncodeContext,
) {
  const abi = vestingAbi
  const wallets = rows.map(({ wallet }) => toAddress(wallet))
  const amounts = rows.map(({ amount }) => amount)
  const memos = rows.map(({ memo }) => memo)
  const [wallet, amount, memo] = [wallets[0], amounts[0], memos[0]]
  const isOne = rows.length === 1 && wallet && amount !== undefined && memo !== undefined
  if (!terms.isGradual) {
    const { unlockTime } = terms
    if (isOne) {
      const args = [wallet, token, amount, unlockTime, memo, mainToken] as const
      return encodeFunctionData({ abi, functionName: "createCliffVesting", args })
    }
    const args = [wallets, token, amounts, unlockTime, memos, mainToken] as const
    return encodeFunctionData({ abi, functionName: "batchCreateCliffVesting", args })
  }
  const { days, timeUnit } = terms
  const start = resolveStart(terms, now)
  if (isOne) {
    const args = [wallet, token, amount, start, days, timeUnit, memo, mainToken] as const
    return encodeFunctionData({ abi, functionName: "createGradualVesting", args })
  }
  const args = [wallets, token, amounts, memos, start, days, timeUnit, mainToken] as const
  return encodeFunctionData({ abi, functionName: "batchCreateGradualVesting", args })
}
