import { getAddress } from "viem"
import { quickClient } from "@/lib/chain/client"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import type { PredictionType } from "@/lib/markets/kinds"
import { contractOf } from "@/lib/markets/onchain"

/** More markets at once are asked about when the first ones are redeemed. */
const MAX_MARKETS = 100

/** What a wallet can redeem in final markets, by their contracts; those that do not answer are left out. */
export async function readRedeemable(
  wallet: string,
  markets: readonly { address: string; kind: PredictionType }[],
): Promise<Map<string, bigint>> {
  const client = quickClient()
  const found = new Map<string, bigint>()
  if (!client) return found
  const read = async ({ address, kind }: { address: string; kind: PredictionType }) => {
    const amount = await client
      .readContract({
        address: getAddress(contractOf(kind)),
        abi: marketTradingAbi,
        functionName: "getRedeemable",
        args: [getAddress(address), getAddress(wallet)],
      })
      .catch(() => null)
    if (amount !== null) found.set(address, amount)
  }
  await Promise.all(markets.slice(0, MAX_MARKETS).map(read))
  return found
}
