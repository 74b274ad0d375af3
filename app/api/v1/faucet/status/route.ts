import { resource, route } from "@/lib/api/route"
import { faucetStatus } from "@/lib/faucet/schema"
import { findFaucetChecklist } from "@/lib/faucet/status"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Get what the acting wallet may claim, and when",
    tag: "Faucet",
    auth: "either",
    alsoLimit: "faucet",
    response: faucetStatus,
    handler: async ({ caller }) => (await findFaucetChecklist(caller.wallet)).status,
  }),
})
