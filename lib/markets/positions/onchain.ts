import { getAddress } from "viem"
import { getQuickClient } from "@/lib/chain/client"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import type { PredictionType } from "@/lib/markets/constants"
import { getMarketContract } from "@/lib/markets/onchain"

type Market = { address: string; kind: PredictionType }

/** Further markets are read after the first ones are redeemed. */
const MAX_MARKETS = 100

/** USDB that a wallet can redeem in final markets. Markets whose contract does not answer are left out. */
export function readRedeemable(wallet: string, markets: readonly Market[]) {
  return readEach(markets, (client, { address, kind }) =>
    client.readContract({
      ...toContract(kind),
      functionName: "getRedeemable",
      args: [getAddress(address), getAddress(wallet)],
    }),
  )
}

/** Payout pools of open markets with the general pot. Markets whose contract does not answer are left out. */
export function readPools(markets: readonly Market[]) {
  return readEach(markets, (client, { address, kind }) =>
    client.readContract({
      ...toContract(kind),
      functionName: "getPool",
      args: [getAddress(address)],
    }),
  )
}

const toContract = (kind: PredictionType) => ({
  address: getAddress(getMarketContract(kind)),
  abi: marketTradingAbi,
})

type Client = NonNullable<ReturnType<typeof getQuickClient>>

async function readEach(
  markets: readonly Market[],
  read: (client: Client, market: Market) => Promise<bigint>,
): Promise<Map<string, bigint>> {
  const client = getQuickClient()
  const amounts = new Map<string, bigint>()
  if (!client) return amounts
  const readOne = async (market: Market) => {
    const amount = await read(client, market).catch(() => null)
    if (amount !== null) amounts.set(market.address, amount)
  }
  await Promise.all(markets.slice(0, MAX_MARKETS).map(readOne))
  return amounts
}
