import { getAddress } from "viem"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import type { PredictionType } from "./constants"

/** Amounts in USDB that no event contains; null while the node does not answer. */
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

/** Reads a number of the resolver about a public market; null while the node does not answer. */
async function readResolver(functionName: "bondOf" | "quorum", token: string) {
  const address = getAddress(getDeployment().resolver)
  const call = { address, abi: marketResolverAbi, functionName, args: [getAddress(token)] } as const
  const value = await getQuickClient()
    ?.readContract(call)
    .catch(() => null)
  return value ?? null
}

/**
 * Current bond in USDB of a proposal, dispute or veto. It grows with the payout and with each round; the proposal of
 * a round fixes it.
 */
export const readBond = (token: string) => readResolver("bondOf", token)

/** Votes that the current dispute needs. */
export async function readQuorum(token: string) {
  const quorum = await readResolver("quorum", token)
  return quorum === null ? null : Number(quorum)
}
