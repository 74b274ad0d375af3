import { createPublicClient, defineChain, http, type PublicClient } from "viem"
import { env } from "@/lib/env"

/** What reads of the node wait at most, unless the caller sets a shorter limit. */
const TIMEOUT_MS = 5_000

let cached: PublicClient | undefined

/** Reads the configured node; null without RPC_URL. */
export function chainClient(): PublicClient | null {
  const { RPC_URL, CHAIN_ID } = env()
  if (!RPC_URL) return null
  cached ??= createPublicClient({
    chain: defineChain({
      id: CHAIN_ID,
      name: `Chain ${CHAIN_ID}`,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [RPC_URL] } },
    }),
    cacheTime: 0,
    transport: http(RPC_URL, { timeout: TIMEOUT_MS, retryCount: 0 }),
  })
  return cached
}
