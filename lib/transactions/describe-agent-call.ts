import { decodeFunctionData, formatUnits, type Hex } from "viem"
import { readCard } from "@/lib/agents/card"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { quoteTag } from "./describe-agent-log"
import type { Sentence } from "./schema"
import { toAddressPart, toQuotePart } from "./sentence-parts"

const abi = [...identityRegistryAbi, ...reputationRegistryAbi] as const

type Call = ReturnType<typeof decodeFunctionData<typeof abi>>

/** A sentence for a call of the registries of agents and feedback; null for calls of other contracts. */
export function describeAgentCall(data: Hex): Sentence | null {
  const call = decodeCall(data)
  if (!call) return null
  switch (call.functionName) {
    case "register": {
      const [uri = ""] = call.args ?? []
      const { name } = readCard(uri)
      return name ? ["Register an agent called ", toQuotePart(name)] : ["Register an agent"]
    }
    case "setAgentURI":
      return [`Change the card of agent ${call.args[0]}`]
    case "setMetadata":
      return [`Change the metadata of agent ${call.args[0]}`]
    case "setAgentWallet": {
      const [agentId, wallet] = call.args
      return [`Move agent ${agentId} to the wallet `, toAddressPart(wallet)]
    }
    case "unsetAgentWallet":
      return [`Take the wallet from agent ${call.args[0]}`]
    case "giveFeedback": {
      const [agentId, value, decimals, tag] = call.args
      return [`Rate agent ${agentId} with ${formatUnits(value, decimals)}`, ...quoteTag(tag)]
    }
    case "revokeFeedback":
      return [`Take back feedback on agent ${call.args[0]}`]
    case "appendResponse":
      return ["Answer feedback of ", toAddressPart(call.args[1]), ` on agent ${call.args[0]}`]
    // Functions that other tokens also have: approvals and transfers are described by their events.
    default:
      return null
  }
}

function decodeCall(data: Hex): Call | null {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    return null
  }
}
