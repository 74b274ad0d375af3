import { getAddress, type PublicClient, zeroAddress } from "viem"
import { chainUnavailable } from "@/lib/api/errors"
import { cleanLine } from "@/lib/api/wire"
import { chainClient } from "@/lib/chain/client"
import { deployment } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { endSecond, type PredictionType, predictionTypes } from "@/lib/markets/kinds"
import { contractOf } from "@/lib/markets/onchain"

/** What metadata states of a token as the chain has it. */
export type TokenFacts = {
  name: string
  symbol: string
  dev: string
  multiplier: number
  createdAt: Date
  /** Null for tokens that are no markets. */
  market: MarketFacts | null
}

/** What metadata states of a market. */
export type MarketFacts = {
  predictionType: PredictionType
  /** Private: only admitted wallets bet in it. */
  eventType: PredictionType
  options: string[]
  /** Null for open-ended. */
  endTime: Date | null
}

/**
 * The creator of a token of the factory, or of a market; null for every other address. 503 while the
 * chain cannot tell.
 */
export function findCreator(token: string): Promise<string | null> {
  return asked(async (client) => {
    const [isOurs, found] = await Promise.all([
      client.readContract({
        address: getAddress(deployment().factory),
        abi: tokenFactoryAbi,
        functionName: "isEcosystemToken",
        args: [getAddress(token)],
      }),
      findRecord(client, token),
    ])
    if (found) return found.creator
    if (!isOurs) return null
    const contract = { address: getAddress(token), abi: factoryTokenAbi }
    return (await client.readContract({ ...contract, functionName: "DEV" })).toLowerCase()
  })
}

/** Reads a token of the factory, or a market. */
export function readFacts(token: string): Promise<TokenFacts> {
  return asked(async (client) => {
    const contract = { address: getAddress(token), abi: factoryTokenAbi }
    const [name, symbol, dev, multiplier, blockNumber, found] = await Promise.all([
      client.readContract({ ...contract, functionName: "name" }),
      client.readContract({ ...contract, functionName: "symbol" }),
      client.readContract({ ...contract, functionName: "DEV" }),
      client.readContract({ ...contract, functionName: "hybridMultiplier" }),
      client.readContract({ ...contract, functionName: "creationBlock" }),
      findRecord(client, token),
    ])
    const [{ timestamp }, options] = await Promise.all([
      client.getBlock({ blockNumber }),
      found ? readOptions(client, token, found.predictionType) : [],
    ])
    return {
      name: cleanLine(name),
      symbol: cleanLine(symbol),
      dev: found?.creator ?? dev.toLowerCase(),
      multiplier: Number(multiplier),
      createdAt: new Date(Number(timestamp) * 1_000),
      market: found && { ...found, options },
    }
  })
}

type MarketRecord = Omit<MarketFacts, "options"> & { creator: string }

/** What the contract that keeps a market knows of it; null when neither does. */
async function findRecord(client: PublicClient, token: string): Promise<MarketRecord | null> {
  const records = await Promise.all(
    predictionTypes.map(async (predictionType): Promise<MarketRecord | null> => {
      const address = contractOf(predictionType)
      if (address === zeroAddress) return null
      const { marketToken, creator, endTime, isPrivate } = await client.readContract({
        address: getAddress(address),
        abi: marketTradingAbi,
        functionName: "getMarketData",
        args: [getAddress(token)],
      })
      if (marketToken === zeroAddress) return null
      const endsAt = endSecond(endTime)
      return {
        predictionType,
        eventType: isPrivate ? "private" : "public",
        endTime: endsAt === null ? null : new Date(endsAt * 1_000),
        creator: creator.toLowerCase(),
      }
    }),
  )
  return records.find((record) => record !== null) ?? null
}

async function readOptions(client: PublicClient, token: string, kind: PredictionType) {
  const names = await client.readContract({
    address: getAddress(contractOf(kind)),
    abi: marketTradingAbi,
    functionName: "getOptionNames",
    args: [getAddress(token)],
  })
  return names.map(cleanLine)
}

async function asked<T>(question: (client: PublicClient) => Promise<T>): Promise<T> {
  const client = chainClient()
  if (!client) throw chainUnavailable()
  return question(client).catch((error: unknown) => {
    throw chainUnavailable(error)
  })
}
