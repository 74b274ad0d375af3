import { getAddress, type PublicClient, zeroAddress } from "viem"
import { getChainClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { chainUnavailable } from "@/lib/http/errors"
import { cleanLine } from "@/lib/http/wire"
import { type PredictionType, predictionTypes, toEndSecond } from "@/lib/markets/constants"
import { getMarketContract } from "@/lib/markets/onchain"

/** On-chain data of a token or market for its metadata. */
export type OnchainToken = Awaited<ReturnType<typeof readOnchainToken>>

/**
 * The creator of a token of the factory, or of a market; null for every other address. 503 while the
 * node does not answer.
 */
export function findCreator(token: string): Promise<string | null> {
  return withChainClient(async (client) => {
    const [isOurs, market] = await Promise.all([
      client.readContract({
        address: getAddress(getDeployment().factory),
        abi: tokenFactoryAbi,
        functionName: "isEcosystemToken",
        args: [getAddress(token)],
      }),
      findMarketRecord(client, token),
    ])
    if (market) return market.creator
    if (!isOurs) return null
    const contract = { address: getAddress(token), abi: factoryTokenAbi }
    return (await client.readContract({ ...contract, functionName: "DEV" })).toLowerCase()
  })
}

/** Reads a token of the factory, or a market. */
export function readOnchainToken(token: string) {
  return withChainClient(async (client) => {
    const contract = { address: getAddress(token), abi: factoryTokenAbi }
    const [name, symbol, dev, multiplier, blockNumber, market] = await Promise.all([
      client.readContract({ ...contract, functionName: "name" }),
      client.readContract({ ...contract, functionName: "symbol" }),
      client.readContract({ ...contract, functionName: "DEV" }),
      client.readContract({ ...contract, functionName: "hybridMultiplier" }),
      client.readContract({ ...contract, functionName: "creationBlock" }),
      findMarketRecord(client, token),
    ])
    const [{ timestamp }, options] = await Promise.all([
      client.getBlock({ blockNumber }),
      market ? readOptions(client, token, market.predictionType) : [],
    ])
    return {
      name: cleanLine(name),
      symbol: cleanLine(symbol),
      dev: market?.creator ?? dev.toLowerCase(),
      multiplier: Number(multiplier),
      createdAt: new Date(Number(timestamp) * 1_000),
      /** Null for a token that is no market. */
      market: market && { ...market, options },
    }
  })
}

/** The record of a market in the contract of its type; null when there is none. */
async function findMarketRecord(client: PublicClient, token: string) {
  const records = await Promise.all(
    predictionTypes.map(async (predictionType) => {
      const address = getMarketContract(predictionType)
      if (address === zeroAddress) return null
      const { marketToken, creator, endTime, isPrivate } = await client.readContract({
        address: getAddress(address),
        abi: marketTradingAbi,
        functionName: "getMarketData",
        args: [getAddress(token)],
      })
      if (marketToken === zeroAddress) return null
      const endsAt = toEndSecond(endTime)
      return {
        predictionType,
        /** Private: only wallets on the access list can bet. */
        eventType: isPrivate ? ("private" as const) : ("public" as const),
        /** Null for open-ended. */
        endTime: endsAt === null ? null : new Date(endsAt * 1_000),
        creator: creator.toLowerCase(),
      }
    }),
  )
  return records.find((record) => record !== null) ?? null
}

async function readOptions(client: PublicClient, token: string, kind: PredictionType) {
  const names = await client.readContract({
    address: getAddress(getMarketContract(kind)),
    abi: marketTradingAbi,
    functionName: "getOptionNames",
    args: [getAddress(token)],
  })
  return names.map(cleanLine)
}

async function withChainClient<T>(question: (client: PublicClient) => Promise<T>): Promise<T> {
  const client = getChainClient()
  if (!client) throw chainUnavailable()
  return question(client).catch((error: unknown) => {
    throw chainUnavailable(error)
  })
}
