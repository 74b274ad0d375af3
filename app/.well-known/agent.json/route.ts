import { GET as card } from "@/app/.well-known/agent-card.json/route"
import { resource } from "@/lib/api/route"

/** The path where clients older than A2A 0.3 look for the agent card. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({ GET: card.operation })
