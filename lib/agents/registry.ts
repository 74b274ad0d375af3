import {
  BaseError,
  getAddress,
  type PublicClient,
  parseAbi,
  RpcRequestError,
  zeroAddress,
} from "viem"
import { chainUnavailable } from "@/lib/api/errors"
import { chainClient } from "@/lib/chain/client"
import { deployment } from "@/lib/chain/deployment"

/** What ERC-8004 identity registries answer. */
const abi = parseAbi([
  "function ownerOf(uint256 agentId) view returns (address)",
  "function getAgentWallet(uint256 agentId) view returns (address)",
])

/**
 * The wallets an identity belongs to: its owner and the wallet it acts with. None for one that was never registered;
 * null where no registry is deployed, so that nobody can be asked.
 */
export async function readHolders(agentId: number): Promise<string[] | null> {
  const { identityRegistry } = deployment()
  if (identityRegistry === zeroAddress) return null
  const client = chainClient()
  if (!client) throw chainUnavailable()
  const ask = (functionName: "ownerOf" | "getAgentWallet") =>
    read(client, identityRegistry, functionName, BigInt(agentId))
  const holders = await Promise.all([ask("ownerOf"), ask("getAgentWallet")])
  return holders.flatMap((holder) => (holder === null || holder === zeroAddress ? [] : holder))
}

/** Null where the registry refuses the question, as it does for unknown identities. */
async function read(
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
