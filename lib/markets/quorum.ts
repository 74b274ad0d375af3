import { getAddress } from "viem"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"

/** Votes that the current dispute of a public market needs; null if the node does not answer. */
export async function readQuorum(token: string): Promise<number | null> {
  const quorum = await getQuickClient()
    ?.readContract({
      address: getAddress(getDeployment().resolver),
      abi: marketResolverAbi,
      functionName: "quorum",
      args: [getAddress(token)],
    })
    .catch(() => null)
  return quorum === undefined || quorum === null ? null : Number(quorum)
}
