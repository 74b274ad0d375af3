import { getAddress } from "viem"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import type { PredictionType } from "./constants"

/** USDB that no event tells of; null while the node is away. */
export type MarketPots = {
  /** Seed, donations and two thirds of the tax: part of what the winners share. */
  generalPot: bigint | null
  /** What those who settle a dispute share. */
  bountyPool: bigint | null
  /** Everything the winners share. */
  pool: bigint | null
}

/** The contract a market lives on. */
export function getMarketContract(kind: PredictionType): string {
  const { marketTrading, privateMarket } = getDeployment()
  return kind === "public" ? marketTrading : privateMarket
}

/** Reads a market's pots in one request, in at most 1.5 s. */
export async function readMarketPots(token: string, kind: PredictionType): Promise<MarketPots> {
  const client = getQuickClient()
  const address = getAddress(getMarketContract(kind))
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
