import { formatUnits, type Log, parseEventLogs, zeroAddress } from "viem"
import { cleanAndCut, readCard } from "@/lib/agents/card"
import { MAX_TAG } from "@/lib/agents/constants"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import type { LogDescription, Sentence } from "./schema"
import { toAddressPart, toQuotePart } from "./sentence-parts"

const abi = [...identityRegistryAbi, ...reputationRegistryAbi] as const

const main = (...sentence: Sentence): LogDescription => ({ weight: "main", sentence })
const detail = (...sentence: Sentence): LogDescription => ({ weight: "detail", sentence })

/** A sentence for a log of the registries of agents and feedback; null for other logs. */
export function describeAgentLog(log: Log): LogDescription | null {
  const [event] = parseEventLogs({ abi, logs: [log] })
  if (!event) return null
  switch (event.eventName) {
    case "Registered": {
      const { agentId, owner, agentURI } = event.args
      return main(toAddressPart(owner), ` registered agent ${agentId}`, ...nameOf(agentURI))
    }
    case "URIUpdated": {
      const { agentId, updatedBy, newURI } = event.args
      return main(
        toAddressPart(updatedBy),
        ` changed the card of agent ${agentId}`,
        ...nameOf(newURI),
      )
    }
    case "MetadataSet":
      return describeMetadata(event.args)
    case "Transfer":
      return describeTransfer(event.args)
    case "NewFeedback": {
      const { agentId, clientAddress, value, valueDecimals, tag1 } = event.args
      const rating = ` rated agent ${agentId} with ${formatUnits(value, valueDecimals)}`
      return main(toAddressPart(clientAddress), rating, ...quoteTag(tag1))
    }
    case "FeedbackRevoked": {
      const { agentId, clientAddress } = event.args
      return main(toAddressPart(clientAddress), ` took back feedback on agent ${agentId}`)
    }
    case "ResponseAppended": {
      const { agentId, clientAddress, responder } = event.args
      const answered = [" answered feedback of ", toAddressPart(clientAddress)] as const
      return main(toAddressPart(responder), ...answered, ` on agent ${agentId}`)
    }
    case "Approval":
      return detail(
        ...[toAddressPart(event.args.approved), " may act for agent "],
        `${event.args.tokenId}`,
      )
    case "MetadataUpdate":
      return null
    default:
      return detail(`${event.eventName} of `, toAddressPart(log.address))
  }
}

const nameOf = (uri: string): Sentence => {
  const { name } = readCard(uri)
  return name ? [", called ", toQuotePart(name)] : []
}

export function quoteTag(tag: string): Sentence {
  const text = cleanAndCut(tag, MAX_TAG)
  return text ? [" for ", toQuotePart(text)] : []
}

type Metadata = { agentId: bigint; metadataKey: string; metadataValue: string }

function describeMetadata({ agentId, metadataKey, metadataValue }: Metadata) {
  if (metadataKey !== "agentWallet")
    return detail("Set ", toQuotePart(cleanAndCut(metadataKey, MAX_TAG)), ` of agent ${agentId}`)
  if (metadataValue.length !== 42) return detail(`Agent ${agentId} has no wallet of its own`)
  return detail(toAddressPart(metadataValue.toLowerCase()), ` is the wallet of agent ${agentId}`)
}

type Transfer = { from: string; to: string; tokenId: bigint }

function describeTransfer({ from, to, tokenId }: Transfer) {
  if (from === zeroAddress) return detail(`Agent ${tokenId} was made for `, toAddressPart(to))
  return main(toAddressPart(from), ` gave agent ${tokenId} to `, toAddressPart(to))
}
