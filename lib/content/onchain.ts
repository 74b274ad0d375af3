import { getAddress, type PublicClient } from "viem"
import { chainUnavailable } from "@/lib/api/errors"
import { cleanLine } from "@/lib/api/wire"
import { chainClient } from "@/lib/chain/client"
import { deployment } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"

/** What metadata states of a token as the chain has it. */
export type TokenFacts = {
  name: string
  symbol: string
  dev: string
  multiplier: number
  createdAt: Date
}

/** The creator of a token of the factory; null for every other address. 503 while the chain cannot tell. */
export function findCreator(token: string): Promise<string | null> {
  return asked(async (client) => {
    const isOurs = await client.readContract({
      address: getAddress(deployment().factory),
      abi: tokenFactoryAbi,
      functionName: "isEcosystemToken",
      args: [getAddress(token)],
    })
    if (!isOurs) return null
    const contract = { address: getAddress(token), abi: factoryTokenAbi }
    return (await client.readContract({ ...contract, functionName: "DEV" })).toLowerCase()
  })
}

/** Reads a token of the factory. */
export function readFacts(token: string): Promise<TokenFacts> {
  return asked(async (client) => {
    const contract = { address: getAddress(token), abi: factoryTokenAbi }
    const [name, symbol, dev, multiplier, blockNumber] = await Promise.all([
      client.readContract({ ...contract, functionName: "name" }),
      client.readContract({ ...contract, functionName: "symbol" }),
      client.readContract({ ...contract, functionName: "DEV" }),
      client.readContract({ ...contract, functionName: "hybridMultiplier" }),
      client.readContract({ ...contract, functionName: "creationBlock" }),
    ])
    const { timestamp } = await client.getBlock({ blockNumber })
    return {
      name: cleanLine(name),
      symbol: cleanLine(symbol),
      dev: dev.toLowerCase(),
      multiplier: Number(multiplier),
      createdAt: new Date(Number(timestamp) * 1_000),
    }
  })
}

async function asked<T>(question: (client: PublicClient) => Promise<T>): Promise<T> {
  const client = chainClient()
  if (!client) throw chainUnavailable()
  return question(client).catch((error: unknown) => {
    throw chainUnavailable(error)
  })
}
