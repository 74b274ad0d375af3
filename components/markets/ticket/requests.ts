import { type Address, encodeFunctionData } from "viem"
import type { TransactionRequest } from "@/components/wallet/transactions/use-transaction"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"

export type PurchaseTerms = {
  trading: Address
  market: Address
  outcome: number
  input: Address
  amount: bigint
  /** The least USDB the input must give; nothing for USDB itself. */
  minUsdc: bigint
  minShares: bigint
  orderIds: readonly bigint[]
  /** What the market may take when it may not take enough yet. */
  approvalAmount: bigint
  title: string
}

/** Buys from the named orders and the pool, or where no order is better from the pool alone. */
export function createPurchaseRequest(terms: PurchaseTerms): TransactionRequest {
  const { trading, market, outcome, input, amount, minUsdc, minShares, orderIds } = terms
  const abi = marketTradingAbi
  const data =
    orderIds.length > 0
      ? encodeFunctionData({
          abi,
          functionName: "buyOrdersAndContract",
          args: [market, outcome, orderIds, input, amount, minShares],
        })
      : encodeFunctionData({
          abi,
          functionName: "buy",
          args: [market, outcome, input, amount, minUsdc, minShares],
        })
  return {
    title: terms.title,
    call: { to: trading, data },
    approval: { token: input, spender: trading, amount: terms.approvalAmount },
  }
}

type Listing = { trading: Address; market: Address; outcome: number; amount: bigint; price: bigint }

export function createListingCall({ trading, market, outcome, amount, price }: Listing) {
  const args = [market, outcome, amount, price] as const
  const data = encodeFunctionData({ abi: marketTradingAbi, functionName: "listOrder", args })
  return { to: trading, data }
}
