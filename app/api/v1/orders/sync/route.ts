import { resource, route } from "@/lib/api/route"
import { env } from "@/lib/env"
import { syncOrders } from "@/lib/indexer/sync-orders"
import { orderSyncRequest, orderSyncResponse } from "@/lib/markets/orders/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Index the orders a transaction listed, filled or cancelled",
    tag: "Sync",
    auth: "either?",
    isOpen: () => env().ORDERS_SYNC_OPEN,
    body: orderSyncRequest,
    response: orderSyncResponse,
    fieldCodes: { txHash: "INVALID_TX_HASH" },
    errors: ["TX_NOT_FOUND", "TX_FAILED", "SYNC_FAILED", "NO_ORDER_EVENTS"],
    handler: async ({ body }) => {
      await syncOrders(body.txHash, body.marketType)
      return { success: true, message: "Order synced from transaction." }
    },
  }),
})
