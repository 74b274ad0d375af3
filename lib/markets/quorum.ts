import { getAddress } from "viem"
import { quickClient } from "@/lib/chain/client"
import { deployment } from "@/lib/chain/deployment"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"

/** Votes the running dispute of a public market needs, which no event tells; null while the node is away. */
export async function readQuorum(token: string): Promise<number | null> {
  const quorum = await quickClient()
    ?.readContract({
      address: getAddress(deployment().resolver),
      abi: marketResolverAbi,
      functionName: "quorum",
      args: [getAddress(token)],
    })
    .catch(() => null)
  return quorum === undefined || quorum === null ? null : Number(quorum)
}
