import {
  type Address,
  erc20Abi,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
} from "viem"
import type { TransactionRequest } from "@/components/wallet/transactions/quoted-action"
import type { PlatformContracts } from "@/lib/chain/browser"
import { withAllowance } from "@/lib/chain/call"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { type LeverageTerms, leverageCall } from "@/lib/tokens/trade-calls"

/** The confirmed terms of a leveraged purchase, named in the list of transactions. */
export type NamedTerms = LeverageTerms & { title: string }

/** `approved` is the allowance to set when the current one is too low. */
export const createLeverageRequest = (
  { title, ...terms }: NamedTerms,
  approved: bigint,
  contracts: PlatformContracts,
): TransactionRequest => ({
  ...withAllowance(leverageCall(contracts, terms), approved),
  title,
  action: leverageAction(terms),
})

/** A leveraged purchase for the quote. */
export const leverageAction = ({
  token,
  amount,
  days,
  percentage,
}: Pick<LeverageTerms, "token" | "amount" | "days" | "percentage">) => ({
  ...{ action: "leverage.open" as const, token, amount: `${amount}`, days: Number(days) },
  percentage: Number(percentage),
})

/** A mined leveraged purchase. */
export type LeverageReceipt = {
  id: bigint
  collateral: bigint
  /** USDB of the trader that stayed in the position. */
  spent: bigint
  expiresAt: Date
}

/** Reads the new position from its event, and its cost from the trader's transfers. */
export function readLeverageReceipt(
  receipt: TransactionReceipt,
  { usdb, mainToken }: PlatformContracts,
): LeverageReceipt | null {
  const logsOf = (address: Address) =>
    receipt.logs.filter((log) => isAddressEqual(log.address, address))
  const [created] = parseEventLogs({
    abi: mainTokenAbi,
    eventName: "LeverageCreated",
    logs: logsOf(mainToken),
  })
  if (!created) return null
  const spent = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: logsOf(usdb) })
    .map(({ args: { from, to, value } }) => {
      if (isAddressEqual(from, receipt.from)) return value
      return isAddressEqual(to, receipt.from) && isAddressEqual(from, mainToken) ? -value : 0n
    })
    .reduce((sum, value) => sum + value, 0n)
  const { loanId, collateralAmount, liquidationTime } = created.args
  return {
    id: loanId,
    collateral: collateralAmount,
    spent,
    expiresAt: new Date(Number(liquidationTime) * 1_000),
  }
}
