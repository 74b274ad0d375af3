import type { Client } from "viem"
import { readContract } from "viem/actions"
import type { PlatformContracts } from "@/lib/chain/browser"
import { type ContractCall, encodeCall } from "@/lib/chain/call"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"

/** The view that counts tokens, including those of markets. */
export const creationCount = ({ factory }: Pick<PlatformContracts, "factory">): ContractCall =>
  encodeCall(factory, { abi: tokenFactoryAbi, functionName: "creationCount", args: [] })

/** The cost of creating a token or a market, in wei. A launch whose purchases vest may be free. */
export async function readCreationFee(
  client: Client,
  { factory }: Pick<PlatformContracts, "factory">,
  { isVested = false } = {},
): Promise<bigint> {
  const at = { address: factory, abi: tokenFactoryAbi } as const
  const [amount, isDueWhenVested] = await Promise.all([
    readContract(client, { ...at, functionName: "feeAmount" }),
    readContract(client, { ...at, functionName: "vestFeeEnabled" }),
  ])
  return isVested && !isDueWhenVested ? 0n : amount
}
