import { findAgents } from "@/lib/agents/queries"
import { agentListQuery, agentPage, agentResponse, newAgent } from "@/lib/agents/schema"
import { registerAgent } from "@/lib/agents/service"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List agents, newest first",
    tag: "Agents",
    auth: "none",
    query: agentListQuery,
    response: agentPage,
    handler: ({ query }) => findAgents(query),
  }),
  POST: route({
    summary: "Register the wallet's agent, or change it",
    tag: "Agents",
    auth: "session",
    namesWallet: true,
    body: newAgent,
    response: agentResponse,
    status: 201,
    errors: ["AGENT_NOT_OWNED", "AGENT_ID_TAKEN", "CHAIN_UNAVAILABLE", "NOT_CONFIGURED"],
    handler: ({ caller, body }) => registerAgent(caller, body),
  }),
})
