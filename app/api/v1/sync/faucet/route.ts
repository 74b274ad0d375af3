import { resource, route } from "@/lib/api/route"
import { faucetSyncResponse, syncRequest } from "@/lib/indexer/schema"
import { syncTransaction } from "@/lib/indexer/sync-transaction"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Index a faucet claim or a referrer at once",
    tag: "Sync",
    auth: "none",
    limit: "sync",
    body: syncRequest,
    response: faucetSyncResponse,
    fieldCodes: { txHash: "INVALID_TX_HASH" },
    errors: ["TX_NOT_FOUND", "TX_FAILED", "SYNC_FAILED"],
    handler: async ({ body }) => {
      const events = await syncTransaction(body.txHash)
      const has = (name: string) => events.some(({ type }) => type === name)
      return {
        success: true,
        events: { faucetClaimed: has("FaucetClaimed"), referrerSet: has("ReferrerSet") },
      }
    },
  }),
})
