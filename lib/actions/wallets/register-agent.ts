import { erc721Abi } from "viem"
import { z } from "zod"
import { defineAction } from "@/lib/actions/action"
import { agentCalls } from "@/lib/agents/calls"
import { toDataUri, toRegistrationFile } from "@/lib/agents/card-file"
import { MAX_AGENT_NAME, MAX_AGENT_SERVICES, MAX_CARD_TEXT } from "@/lib/agents/constants"
import { encodeCall } from "@/lib/chain/call"
import { multiLineText, singleLineText } from "@/lib/http/wire"

const service = z.object({
  name: singleLineText({ min: 1, max: MAX_AGENT_NAME }),
  endpoint: singleLineText({ min: 1, max: MAX_CARD_TEXT }),
  version: singleLineText({ max: 30 }).default(""),
})

export const registerAgent = defineAction({
  name: "agent.register",
  summary: "Register an agent, with its card on the chain",
  fields: {
    name: singleLineText({ min: 1, max: MAX_AGENT_NAME }),
    description: multiLineText({ max: 600 }).default(""),
    image: singleLineText({ max: MAX_CARD_TEXT }).optional().describe("address of a picture"),
    services: z.array(service).max(MAX_AGENT_SERVICES).default([]),
  },
  plan: async ({ name, description, image, services }, { contracts, wallet }) => {
    const card = { name, description, picture: image ?? null, services }
    const uri = toDataUri(toRegistrationFile(card, null))
    return {
      title: `Register ${name}`,
      prepare: () => agentCalls(contracts).register(name, uri),
      assets: [],
      // Each agent is a token of the registry.
      changes: [
        encodeCall(contracts.identityRegistry, {
          abi: erc721Abi,
          functionName: "balanceOf",
          args: [wallet],
        }),
      ],
      bound: null,
      effect: () => `${name} is registered as an agent of your wallet.`,
    }
  },
})
