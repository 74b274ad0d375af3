import { type Address, encodeFunctionData } from "viem"
import type { TransactionRequest } from "@/components/wallet/transactions/use-transaction"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"

type PurchaseTerms = {
  trading: Address
  market: Address
  outcome: number
  input: Address
  amount: bigint
  /** Minimum USDB from swapping the input token; 0 if it is USDB. */
  minUsdc: bigint
  minShares: bigint
  orderIds: readonly bigint[]
  /** Approved if the allowance is too low. */
  approvalAmount: bigint
  title: string
}

/** Buys from orders and the pool, or from the pool alone if there are no orders. */
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
