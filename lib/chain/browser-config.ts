import "server-only"
import { type BrowserConfig, toAddress } from "@/lib/chain/browser"
import { deployment } from "@/lib/chain/deployment"
import { publicNode } from "@/lib/chain/public-node"
import { env } from "@/lib/env"

/** The configuration of this deployment for its pages; null while there is no chain to talk to. */
export function browserConfig(): BrowserConfig | null {
  const { CHAIN_ID, CHAIN_LABEL, BASE_URL, DEV_WALLET, WALLETCONNECT_PROJECT_ID } = env()
  const rpcUrl = publicNode()
  if (!rpcUrl) return null
  const { usdb, mainToken, factory, swap, taxes } = deployment()
  return {
    chainId: CHAIN_ID,
    chainName: CHAIN_LABEL ?? `Chain ${CHAIN_ID}`,
    rpcUrl,
    baseUrl: BASE_URL,
    contracts: {
      usdb: toAddress(usdb),
      mainToken: toAddress(mainToken),
      factory: toAddress(factory),
      swap: toAddress(swap),
      taxes: toAddress(taxes),
    },
    hasDevelopmentWallet: DEV_WALLET,
    walletConnectProjectId: WALLETCONNECT_PROJECT_ID ?? null,
  }
}
