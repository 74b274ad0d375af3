import { getAddress } from "viem"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import type { PredictionType } from "./constants"

/** Amounts in USDB that no event contains; null if the node does not answer. */
export type MarketPots = {
  /** Seed, donations and two thirds of the tax; part of the payout. */
  generalPot: bigint | null
  /** Reward for those who settle a dispute. */
  bountyPool: bigint | null
  /** Total payout of the winning shares. */
  pool: bigint | null
}

/** Address of the contract of public or of private markets. */
export function getMarketContract(kind: PredictionType): string {
  const { marketTrading, privateMarket } = getDeployment()
  return kind === "public" ? marketTrading : privateMarket
}

/** Reads the pots of a market in one batch within 1.5 s. */
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
