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

/** What ERC-8004 identity registries answer. */
const abi = parseAbi([
  "function ownerOf(uint256 agentId) view returns (address)",
  "function getAgentWallet(uint256 agentId) view returns (address)",
])

/**
 * The wallets an identity belongs to: its owner and the wallet it acts with. None for one that was never registered;
 * null where no registry is deployed, so that nobody can be asked.
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

/** Null where the registry refuses the question, as it does for unknown identities. */
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

/** What a contract refuses, unlike what a node fails to do. */
function isRevert(error: unknown) {
  const answer =
    error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)
  if (!(answer instanceof RpcRequestError)) return false
  return answer.code === EXECUTION_REVERTED || /revert/i.test(answer.details)
}

const EXECUTION_REVERTED = 3
