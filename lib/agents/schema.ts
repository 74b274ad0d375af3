import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { address, isoDate, multiLineText, SAFE_MAX, singleLineText } from "@/lib/http/wire"
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME } from "./constants"

export const agent = z
  .object({
    wallet: z.string(),
    agentId: z.int().min(0).describe("number in the identity registry"),
    name: z.string(),
    description: z.string().nullable(),
    createdAt: isoDate,
  })
  .meta({ id: "Agent" })

export type Agent = z.output<typeof agent>

export const newAgent = z.object({
  wallet: address.describe("a wallet of the session"),
  agentId: z.int().min(0).max(SAFE_MAX),
  name: singleLineText({ min: 1, max: MAX_AGENT_NAME })
    .optional()
    .describe("absent: the stored one, else Atoll Agent"),
  description: multiLineText({ max: MAX_AGENT_DESCRIPTION })
    .nullable()
    .optional()
    .describe("null or empty clears"),
})

export type NewAgent = z.output<typeof newAgent>

export const agentResponse = z.object({ success: z.literal(true), agent })

export const agentListQuery = offsetQuery
export type AgentListQuery = z.output<typeof agentListQuery>
export const agentPage = offsetPage(agent)

export const agentParams = z.object({ address })
export const agentLookup = z.object({ isAgent: z.boolean(), agent: agent.nullable() })
