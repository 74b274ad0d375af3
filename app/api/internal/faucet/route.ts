import { resource, route } from "@/lib/api/route"
import { faucetChecklist } from "@/lib/faucet/schema"
import { findFaucetChecklist } from "@/lib/faucet/status"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Get the faucet's status with what is missing for each signal",
    tag: "Pages",
    auth: "either",
    limit: "page",
    cache: "no-store",
    response: faucetChecklist,
    handler: ({ caller }) => findFaucetChecklist(caller.wallet),
  }),
})
