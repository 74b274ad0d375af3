import { BaseError, getAddress, RpcRequestError, zeroAddress } from "viem"
import { getChainClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { chainUnavailable, notConfigured } from "@/lib/http/errors"

/** Holders of identities as of a block: the owner and the agent wallet; an unknown identity has no holder. */
export type IdentityHolders = { wallets: string[]; block: number }

/** Reads the holders from the registry; throws an error of the API where there is no readable registry. */
export async function readIdentityHolders(agentId: number): Promise<IdentityHolders> {
  const block = await readBlockNumber()
  const [owner, wallet] = await Promise.all([
    readHolder("ownerOf", agentId, block),
    readHolder("getAgentWallet", agentId, block),
  ])
  // The reference deployment also returns the wallet of an unknown identity.
  const wallets = owner ? [owner, wallet ?? zeroAddress] : []
  return { wallets: wallets.filter((holder) => holder !== zeroAddress), block: Number(block) }
}

function connect() {
  const { identityRegistry } = getDeployment()
  if (identityRegistry === zeroAddress) throw notConfigured("The identity registry")
  const client = getChainClient()
  if (!client) throw chainUnavailable()
  return { client, address: getAddress(identityRegistry) }
}

async function readBlockNumber(): Promise<bigint> {
  const { client } = connect()
  try {
    return await client.getBlockNumber({ cacheTime: 0 })
  } catch (error) {
    throw chainUnavailable(error)
  }
}

/** Null when the registry reverts, as it does for unknown identities. */
async function readHolder(
  functionName: "ownerOf" | "getAgentWallet",
  agentId: number,
  blockNumber: bigint,
): Promise<string | null> {
  const { client, address } = connect()
  const call = { address, abi: identityRegistryAbi, args: [BigInt(agentId)], blockNumber } as const
  try {
    return (await client.readContract({ ...call, functionName })).toLowerCase()
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
