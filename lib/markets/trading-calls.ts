import type { Address } from "viem"
import { type ContractCall, encodeCall, type PreparedCall } from "@/lib/chain/call"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"

const abi = marketTradingAbi

/** A market and the contract that trades it: the one of public or of private markets. */
export type TradedMarket = { trading: Address; market: Address }

type PurchaseTerms = TradedMarket & {
  outcome: number
  input: Address
  amount: bigint
  /** Minimum USDB from swapping the input token; 0 if it is USDB. */
  minUsdc: bigint
  minShares: bigint
  orderIds: readonly bigint[]
}

/** Buys from orders and the pool, or only from the pool if there are no orders. */
export function purchaseCall(terms: PurchaseTerms): PreparedCall {
  const { trading, market, outcome, input, amount, minUsdc, minShares, orderIds } = terms
  const call =
    orderIds.length > 0
      ? encodeCall(trading, {
          abi,
          functionName: "buyOrdersAndContract",
          args: [market, outcome, orderIds, input, amount, minShares],
        })
      : encodeCall(trading, {
          abi,
          functionName: "buy",
          args: [market, outcome, input, amount, minUsdc, minShares],
        })
  return { call, approval: { token: input, spender: trading, amount } }
}

type Listing = TradedMarket & { outcome: number; amount: bigint; price: bigint }

/** Offers shares in the order book, at a price in USDB for each. */
export const listingCall = ({ trading, market, outcome, amount, price }: Listing): ContractCall =>
  encodeCall(trading, { abi, functionName: "listOrder", args: [market, outcome, amount, price] })

export const cancelCall = ({ trading, market }: TradedMarket, orderId: bigint): ContractCall =>
  encodeCall(trading, { abi, functionName: "cancelOrder", args: [market, orderId] })

/** Buys from the orders in their sequence for at most an amount of USDB. */
export const fillCall = (
  { trading, market }: TradedMarket,
  { orderIds, amount, usdb }: { orderIds: readonly bigint[]; amount: bigint; usdb: Address },
): PreparedCall => ({
  call: encodeCall(trading, {
    abi,
    functionName: "buyMultipleOrders",
    args: [market, orderIds, amount],
  }),
  approval: { token: usdb, spender: trading, amount },
})

/** Pays the winning shares out, or all costs of an invalid market. */
export const redeemCall = ({ trading, market }: TradedMarket): ContractCall =>
  encodeCall(trading, { abi, functionName: "redeem", args: [market] })
