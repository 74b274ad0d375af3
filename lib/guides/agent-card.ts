import { z } from "zod"

/** The A2A agent card of the service, as far as it applies: it is spoken to over REST and MCP. */
export const agentCard = z
  .object({
    protocolVersion: z.string(),
    name: z.string(),
    description: z.string(),
    url: z.url(),
    preferredTransport: z.literal("HTTP+JSON"),
    additionalInterfaces: z.array(z.object({ url: z.url(), transport: z.string() })),
    version: z.string(),
    documentationUrl: z.url(),
    capabilities: z.object({ streaming: z.boolean(), pushNotifications: z.boolean() }),
    defaultInputModes: z.array(z.string()),
    defaultOutputModes: z.array(z.string()),
    securitySchemes: z.object({
      apiKey: z.object({ type: z.literal("apiKey"), in: z.literal("header"), name: z.string() }),
    }),
    security: z.array(z.object({ apiKey: z.array(z.string()) })),
    skills: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        tags: z.array(z.string()),
        examples: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: "AgentCard" })

export type AgentCard = z.output<typeof agentCard>

const skill = (id: string, name: string, description: string, tags: string[], example: string) => ({
  ...{ id, name, description, tags },
  examples: [example],
})

/** GET /.well-known/agent-card.json. */
export const createAgentCard = (origin: string): AgentCard => ({
  protocolVersion: "0.3.0",
  name: "Atoll",
  description:
    "Prediction markets, token launches, loans, a savings vault and price rounds on an EVM chain, for people and agents.",
  url: `${origin}/api/v1`,
  preferredTransport: "HTTP+JSON",
  additionalInterfaces: [
    { url: `${origin}/api/v1`, transport: "HTTP+JSON" },
    { url: `${origin}/mcp`, transport: "MCP" },
  ],
  version: "1",
  documentationUrl: `${origin}/llms.txt`,
  capabilities: { streaming: true, pushNotifications: false },
  defaultInputModes: ["application/json"],
  defaultOutputModes: ["application/json"],
  securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
  security: [{ apiKey: [] }],
  skills: [
    skill(
      "quote",
      "Quote an action",
      "What a trade, bet, loan or vote would do in the next block, to the wei, and what is in its way.",
      ["trading", "simulation"],
      "What do I get for 10 USDB of TIDE?",
    ),
    skill(
      "build-and-send",
      "Build and send transactions",
      "Unsigned transactions of an action; signed ones are sent, followed and indexed.",
      ["trading", "transactions"],
      "Buy 10 USDB of “Yes” in this market.",
    ),
    skill(
      "read",
      "Read markets, tokens and portfolios",
      "Lists, candles, trades, orders, loans, rounds and profiles from the index, and streams of what comes.",
      ["data"],
      "Which markets close today?",
    ),
  ],
})
