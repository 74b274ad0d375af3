import { resource, route } from "@/lib/api/route"
import { syncRequest, syncResponse } from "@/lib/indexer/schema"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { findTouchedLoan } from "@/lib/loans/touched"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Index a transaction at once",
    tag: "Sync",
    auth: "none",
    limit: "sync",
    body: syncRequest,
    response: syncResponse,
    fieldCodes: { txHash: "INVALID_TX_HASH" },
    errors: ["TX_NOT_FOUND", "TX_FAILED", "SYNC_FAILED"],
    handler: async ({ body }) => {
      const events = await syncTransaction(body.txHash)
      const error = events.length > 0 ? null : "No events found in transaction"
      return { success: true, events, loan: await findTouchedLoan(body.txHash), error }
    },
  }),
})
