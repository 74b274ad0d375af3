import { LRUCache } from "lru-cache"
import { getAddress } from "viem"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"

/** How purchases of a token vest. */
export type AutoVest = {
  isGradual: boolean
  seconds: number
}

/** `null` for tokens whose purchases do not vest; the launch fixes it. */
const cache = new LRUCache<string, { autoVest: AutoVest | null }>({ max: 20_000 })

/** Null when purchases do not vest, and while the node does not answer. */
export async function findAutoVest(token: string): Promise<AutoVest | null> {
  if (token === getDeployment().mainToken) return null
  const key = `${getDeployment().chainId}:${token}`
  const cached = cache.get(key)
  if (cached) return cached.autoVest
  try {
    const autoVest = await readAutoVest(token)
    cache.set(key, { autoVest })
    return autoVest
  } catch {
    return null
  }
}

async function readAutoVest(token: string): Promise<AutoVest | null> {
  const client = getQuickClient()
  if (!client) throw new Error("No node is configured")
  const at = { address: getAddress(token), abi: factoryTokenAbi } as const
  const [isOn, isGradual, seconds] = await Promise.all([
    client.readContract({ ...at, functionName: "autoVest" }),
    client.readContract({ ...at, functionName: "gradualAutoVesting" }),
    client.readContract({ ...at, functionName: "autoVestDuration" }),
  ])
  return isOn ? { isGradual, seconds: Number(seconds) } : null
}
