import {
  BaseError,
  getAddress,
  type PublicClient,
  parseAbi,
  RpcRequestError,
  zeroAddress,
} from "viem"
import { chainUnavailable } from "@/lib/api/errors"
import { getChainClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"

/** Part of the ERC-8004 identity registry. */
const abi = parseAbi([
  "function ownerOf(uint256 agentId) view returns (address)",
  "function getAgentWallet(uint256 agentId) view returns (address)",
])

/**
 * The owner of an identity and its agent wallet; empty for an unknown identity, null where no registry is deployed.
 */
export async function readIdentityHolders(agentId: number): Promise<string[] | null> {
  const { identityRegistry } = getDeployment()
  if (identityRegistry === zeroAddress) return null
  const client = getChainClient()
  if (!client) throw chainUnavailable()
  const readField = (functionName: "ownerOf" | "getAgentWallet") =>
    readHolder(client, identityRegistry, functionName, BigInt(agentId))
  const holders = await Promise.all([readField("ownerOf"), readField("getAgentWallet")])
  return holders.flatMap((holder) => (holder === null || holder === zeroAddress ? [] : holder))
}

/** Null when the registry reverts, as it does for unknown identities. */
async function readHolder(
  client: PublicClient,
  registry: string,
  functionName: "ownerOf" | "getAgentWallet",
  agentId: bigint,
): Promise<string | null> {
  const address = getAddress(registry)
  try {
    const holder = await client.readContract({ address, abi, functionName, args: [agentId] })
    return holder.toLowerCase()
  } catch (error) {
    if (isRevert(error)) return null
    throw chainUnavailable(error)
  }
}

/** A revert of the contract, not a failure of the node. */
function isRevert(error: unknown) {
  const answer =
    error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)
  if (!(answer instanceof RpcRequestError)) return false
  return answer.code === EXECUTION_REVERTED || /revert/i.test(answer.details)
}

const EXECUTION_REVERTED = 3
