import type { PlatformContracts } from "@/lib/chain/browser"
import { encodeCall, type PreparedCall } from "@/lib/chain/call"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"

export type MarketTerms = {
  name: string
  symbol: string
  /** Unix seconds; 0 for an open-ended market. */
  endTime: bigint
  options: readonly string[]
  isFrozen: boolean
  rewardTarget: bigint
  /** USDB that becomes the pot. */
  seed: bigint
  /** Null for a public market. */
  private: { isEvent: boolean } | null
  /** The creation fee in the native coin. */
  fee: bigint
}

/** Creates a market in the contract of public or of private ones. */
export function createMarketCall(
  contracts: Pick<PlatformContracts, "usdb" | "mainToken" | "marketTrading" | "privateMarket">,
  terms: MarketTerms,
): PreparedCall {
  const { usdb, marketTrading, privateMarket } = contracts
  const { seed, fee } = terms
  const to = terms.private ? privateMarket : marketTrading
  const call = { ...encodeCreation(contracts, terms), value: fee }
  return { call, ...(seed > 0n && { approval: { token: usdb, spender: to, amount: seed } }) }
}

function encodeCreation(
  {
    mainToken,
    marketTrading,
    privateMarket,
  }: Pick<PlatformContracts, "mainToken" | "marketTrading" | "privateMarket">,
  { name, symbol, endTime, options, isFrozen, rewardTarget, seed, private: kind }: MarketTerms,
) {
  const functionName = "createMarket"
  const question = [name, symbol, endTime, options, mainToken] as const
  if (!kind) {
    const args = [...question, isFrozen, rewardTarget, seed] as const
    return encodeCall(marketTrading, { abi: marketTradingAbi, functionName, args })
  }
  const args = [...question, kind.isEvent, isFrozen, rewardTarget, seed] as const
  return encodeCall(privateMarket, { abi: privateMarketTradingAbi, functionName, args })
}
