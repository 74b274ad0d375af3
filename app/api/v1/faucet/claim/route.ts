import { resource, route } from "@/lib/api/route"
import { claim } from "@/lib/faucet/claim"
import { claimBody, claimResponse } from "@/lib/faucet/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Claim USDB for the acting wallet",
    tag: "Faucet",
    auth: "either",
    body: claimBody,
    response: claimResponse,
    fieldCodes: { referrer: "INVALID_REFERRER" },
    errors: [
      "WALLET_BLOCKED",
      "FAUCET_NOT_ELIGIBLE",
      "CLAIM_IN_PROGRESS",
      "COOLDOWN_ACTIVE",
      "NOT_CONFIGURED",
      "FAUCET_EMPTY",
      "CHAIN_UNAVAILABLE",
    ],
    handler: async ({ caller, body, ip, headers }) => ({
      success: true as const,
      ...(await claim({ wallet: caller.wallet, referrer: body.referrer, ip, headers })),
    }),
  }),
})
