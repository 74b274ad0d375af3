import { resource, route } from "@/lib/api/route"
import { env } from "@/lib/env"
import { agentCard, createAgentCard } from "@/lib/guides/agent-card"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What agents can do here, as an A2A agent card",
    tag: "Service",
    auth: "none",
    limit: "page",
    cache: 300,
    response: agentCard,
    handler: () => createAgentCard(env().BASE_URL),
  }),
})
