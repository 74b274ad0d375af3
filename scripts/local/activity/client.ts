import { createPublicClient, defineChain, http } from "viem"

export const TIMEOUT_MS = 5_000
const POLLING_MS = 25

export type LocalClient = ReturnType<typeof localClient>

/** Reads the local chain; calls of the same moment travel together. */
export function localClient(rpcUrl: string, chainId: number) {
  return createPublicClient({
    chain: defineChain({
      id: chainId,
      name: `Chain ${chainId}`,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 0, batch: true }),
    pollingInterval: POLLING_MS,
    cacheTime: 0,
  })
}
