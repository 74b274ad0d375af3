"use client"

import { encodeFunctionData } from "viem"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"

/** An order as its contract knows it. */
export type CancelTarget = { token: string; contract: string; orderId: number }

/** Takes one order back at a time; its shares are free again at once. */
export function useCancelOrder(name: string, title: string) {
  const transaction = useTransaction({ name, title })
  const cancel = ({ token, contract, orderId }: CancelTarget) =>
    transaction.run({
      call: {
        to: toAddress(contract),
        data: encodeFunctionData({
          abi: marketTradingAbi,
          functionName: "cancelOrder",
          args: [toAddress(token), BigInt(orderId)],
        }),
      },
    })
  return { transaction, cancel }
}
