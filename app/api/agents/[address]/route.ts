import { findAgent } from "@/lib/agents/queries"
import { agentLookup, agentParams } from "@/lib/agents/schema"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Tell whether a wallet is an agent's",
    tag: "Agents",
    auth: "none",
    params: agentParams,
    response: agentLookup,
    handler: async ({ params }) => {
      const agent = await findAgent(params.address)
      return { isAgent: agent !== null, agent }
    },
  }),
})
