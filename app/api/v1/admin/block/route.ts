import { resource, route } from "@/lib/api/route"
import { blockWallet, unblockWallet } from "@/lib/wallets/block-service"
import { blockBody, blockResponse, unblockBody, unblockResponse } from "@/lib/wallets/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Block a wallet from bug reports, social points and the faucet",
    tag: "Bug Reports",
    auth: "admin",
    body: blockBody,
    response: blockResponse,
    handler: async ({ caller, body }) => ({
      success: true as const,
      block: await blockWallet({
        wallet: body.wallet,
        reason: body.reason || null,
        admin: caller.wallet,
      }),
    }),
  }),
  DELETE: route({
    summary: "Unblock a wallet",
    tag: "Bug Reports",
    auth: "admin",
    body: unblockBody,
    response: unblockResponse,
    handler: async ({ body }) => {
      await unblockWallet(body.wallet)
      return { success: true as const }
    },
  }),
})
