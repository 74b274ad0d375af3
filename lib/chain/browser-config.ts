import "server-only"
import { ApiError } from "@/lib/api/errors"
import { type BrowserConfig, toAddress } from "@/lib/chain/browser"
import { getDeployment } from "@/lib/chain/deployment"
import { getPublicRpcUrl } from "@/lib/chain/public-rpc-url"
import { env } from "@/lib/env"

/** The configuration of this deployment for its pages; null while there is no chain to talk to. */
export function getBrowserConfig(): BrowserConfig | null {
  const { CHAIN_ID, CHAIN_LABEL, BASE_URL, DEV_WALLET, WALLETCONNECT_PROJECT_ID } = env()
  const rpcUrl = getPublicRpcUrl()
  const book = findAddressBook()
  if (!rpcUrl || !book) return null
  const { usdb, mainToken, factory, swap, taxes } = book
  const { marketTrading, privateMarket, resolver, reader } = book
  const { loanHub, leverage, staking, vesting } = book
  const { identityRegistry, reputationRegistry } = book
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
      marketTrading: toAddress(marketTrading),
      privateMarket: toAddress(privateMarket),
      resolver: toAddress(resolver),
      reader: toAddress(reader),
      loanHub: toAddress(loanHub),
      leverage: toAddress(leverage),
      vault: toAddress(staking),
      vesting: toAddress(vesting),
      identityRegistry: toAddress(identityRegistry),
      reputationRegistry: toAddress(reputationRegistry),
    },
    hasDevelopmentWallet: DEV_WALLET,
    walletConnectProjectId: WALLETCONNECT_PROJECT_ID ?? null,
  }
}

/** Without an address book the service still reads what it has. */
function findAddressBook() {
  try {
    return getDeployment()
  } catch (error) {
    if (error instanceof ApiError && error.code === "NOT_CONFIGURED") return null
    throw error
  }
}
