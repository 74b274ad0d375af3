import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from "viem"
import type { TransactionRequest } from "@/components/wallet/transactions/use-transaction"
import type { PlatformContracts } from "@/lib/chain/browser"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { swapPath } from "./pool-state"
import type { Side } from "./preview"

/** What was agreed when the button was pressed; nothing in it changes afterwards. */
export type TradeTerms = {
  side: Side
  token: Address
  amount: bigint
  minimumOut: bigint
  /** For people: "Buy 12.5 CORAL". */
  title: string
}

/** `approved` is what the router may take when it may not take enough yet. */
export function createTradeRequest(
  { side, token, amount, minimumOut, title }: TradeTerms,
  approved: bigint,
  contracts: PlatformContracts,
): TransactionRequest {
  const path = swapPath(side, token, contracts)
  return {
    title,
    call: {
      to: contracts.swap,
      data: encodeFunctionData({
        abi: swapAbi,
        functionName: side === "buy" ? "buyTokens" : "sellTokens",
        args: [amount, minimumOut, path, false],
      }),
    },
    approval: {
      token: side === "buy" ? contracts.usdb : token,
      spender: contracts.swap,
      amount: approved,
    },
  }
}

/** What a mined trade has taken from the trader and given for it. */
export type TradeReceipt = { side: Side; paid: bigint; received: bigint }

/** Read from the trade's own transfers: a creator's share of the tax is no part of what was received. */
export function readTradeReceipt(
  receipt: TransactionReceipt,
  { side, token }: Pick<TradeTerms, "side" | "token">,
  { usdb, swap }: PlatformContracts,
): TradeReceipt {
  // Bought tokens are minted and sold ones burned; USDB comes from the router.
  const [paidIn, receivedIn, payer] =
    side === "buy" ? [usdb, token, zeroAddress] : [token, usdb, swap]
  const moved = (asset: Address, isOurs: (from: Address, to: Address) => boolean) =>
    parseEventLogs({
      abi: erc20Abi,
      eventName: "Transfer",
      logs: receipt.logs.filter(({ address }) => isAddressEqual(address, asset)),
    })
      .filter(({ args: { from, to } }) => isOurs(from, to))
      .reduce((sum, { args }) => sum + args.value, 0n)
  return {
    side,
    paid: moved(paidIn, (from) => isAddressEqual(from, receipt.from)),
    received: moved(
      receivedIn,
      (from, to) => isAddressEqual(from, payer) && isAddressEqual(to, receipt.from),
    ),
  }
}
