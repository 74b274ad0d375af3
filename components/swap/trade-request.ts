import {
  type Address,
  erc20Abi,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from "viem"
import type { TransactionRequest } from "@/components/wallet/transactions/quoted-action"
import type { PlatformContracts } from "@/lib/chain/browser"
import { withAllowance } from "@/lib/chain/call"
import type { Side } from "@/lib/tokens/preview"
import { buyCall, sellCall } from "@/lib/tokens/trade-calls"

/** The confirmed terms of a trade. */
export type TradeTerms = {
  side: Side
  token: Address
  amount: bigint
  minimumOut: bigint
  /** In the list of transactions: "Buy 12.5 CORAL". */
  title: string
}

/** `approved` is the allowance to set when the current one is too low. */
export function createTradeRequest(
  { side, title, ...terms }: TradeTerms,
  approved: bigint,
  contracts: PlatformContracts,
): TransactionRequest {
  const { token, amount } = terms
  const prepared = side === "buy" ? buyCall(contracts, terms) : sellCall(contracts, terms)
  const action = { action: `token.${side}` as const, token, amount: `${amount}` }
  return { ...withAllowance(prepared, approved), title, action }
}

/** Amounts of a mined trade. */
export type TradeReceipt = { side: Side; paid: bigint; received: bigint }

/**
 * Reads the amounts from the trade's transfers, including those of vested purchases to the vesting contract, but
 * without the creator's share of the tax.
 */
export function readTradeReceipt(
  receipt: TransactionReceipt,
  { side, token }: Pick<TradeTerms, "side" | "token">,
  { usdb, swap, vesting }: PlatformContracts,
): TradeReceipt {
  // Bought tokens are minted and sold ones burned; USDB comes from the router.
  const [paidIn, receivedIn, payer] =
    side === "buy" ? [usdb, token, zeroAddress] : [token, usdb, swap]
  const sumTransfers = (asset: Address, isOurs: (from: Address, to: Address) => boolean) =>
    parseEventLogs({
      abi: erc20Abi,
      eventName: "Transfer",
      logs: receipt.logs.filter(({ address }) => isAddressEqual(address, asset)),
    })
      .filter(({ args: { from, to } }) => isOurs(from, to))
      .reduce((sum, { args }) => sum + args.value, 0n)
  return {
    side,
    paid: sumTransfers(paidIn, (from) => isAddressEqual(from, receipt.from)),
    received: sumTransfers(
      receivedIn,
      (from, to) =>
        isAddressEqual(from, payer) &&
        [receipt.from, vesting].some((own) => isAddressEqual(to, own)),
    ),
  }
}
