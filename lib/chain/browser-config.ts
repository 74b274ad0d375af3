import "server-only"
import type { BrowserConfig } from "@/lib/chain/browser"
import { getDeployment } from "@/lib/chain/deployment"
import { toPlatformContracts } from "@/lib/chain/platform-contracts"
import { getPublicRpcUrl } from "@/lib/chain/public-rpc-url"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"

/** The configuration of this deployment for its pages; null while there is no chain to talk to. */
export function getBrowserConfig(): BrowserConfig | null {
  const { CHAIN_ID, CHAIN_LABEL, BASE_URL, DEV_WALLET, WALLETCONNECT_PROJECT_ID } = env()
  const rpcUrl = getPublicRpcUrl()
  const book = findAddressBook()
  if (!rpcUrl || !book) return null
  return {
    chainId: CHAIN_ID,
    chainName: CHAIN_LABEL ?? `Chain ${CHAIN_ID}`,
    rpcUrl,
    baseUrl: BASE_URL,
    contracts: toPlatformContracts(book),
    hasDevelopmentWallet: DEV_WALLET,
    walletConnectProjectId: WALLETCONNECT_PROJECT_ID ?? null,
  }
}

/** Without an address book the service still reads its own data. */
function findAddressBook() {
  try {
    return getDeployment()
  } catch (error) {
    if (error instanceof ApiError && error.code === "NOT_CONFIGURED") return null
    throw error
  }
}
