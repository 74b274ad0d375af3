import { ApiError } from "@/lib/http/errors"
import type { PredictionType } from "@/lib/markets/constants"
import { getMarketContract } from "@/lib/markets/onchain"
import { syncTransaction } from "./sync-transaction"

const orderEvents = ["OrderCreated", "OrderFilled", "OrderCancelled"]

/** POST /api/v1/orders/sync: indexes the transaction if it holds an order event of the contract. */
export async function syncOrders(hash: string, kind: PredictionType): Promise<void> {
  const contract = getMarketContract(kind)
  await syncTransaction(hash, (events) => {
    const isMeant = events.some(
      ({ type, contractAddress }) => contractAddress === contract && orderEvents.includes(type),
    )
    if (isMeant) return
    throw new ApiError(
      "NO_ORDER_EVENTS",
      `The transaction holds no order event of the ${kind} market contract`,
    )
  })
}
