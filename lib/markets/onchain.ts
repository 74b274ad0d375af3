import { getAddress } from "viem"
import { quickClient } from "@/lib/chain/client"
import { deployment } from "@/lib/chain/deployment"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import type { PredictionType } from "./kinds"

/** USDB that no event tells of; null while the node is away. */
export type MarketMoney = {
  /** Seed, donations and two thirds of the tax: part of what the winners share. */
  generalPot: bigint | null
  /** What those who settle a dispute share. */
  bountyPool: bigint | null
  /** Everything the winners share. */
  pool: bigint | null
}

/** The contract a market lives on. */
export function contractOf(kind: PredictionType): string {
  const { marketTrading, privateMarket } = deployment()
  return kind === "public" ? marketTrading : privateMarket
}

/** Reads a market's pots in one request, in at most 1.5 s. */
export async function readMarketMoney(token: string, kind: PredictionType): Promise<MarketMoney> {
  const client = quickClient()
  const address = getAddress(contractOf(kind))
  const read = async (functionName: "getGeneralPot" | "getBountyPool" | "getPool") =>
    client
      ?.readContract({ address, abi: marketTradingAbi, functionName, args: [getAddress(token)] })
      .catch(() => null) ?? null
  const [generalPot, bountyPool, pool] = await Promise.all([
    read("getGeneralPot"),
    read("getBountyPool"),
    read("getPool"),
  ])
  return { generalPot, bountyPool, pool }
}
