import { createConnector } from "wagmi"
import { walletConnect } from "wagmi/connectors"
import { findPendingConnection } from "./pending-connection"

export const WALLET_CONNECT_ID = "walletConnect"

/**
 * WalletConnect whose SDK is loaded when it is used: wagmi's connector loads it on every page. This one waits until
 * the user connects, an earlier session exists, or the user returns from a wallet app.
 */
export function lazyWalletConnect(parameters: Parameters<typeof walletConnect>[0]) {
  const create = walletConnect(parameters)
  return createConnector<unknown>((config) => {
    const inner = create(config)
    let isUsed = false
    // The connector stores the requested chains as long as its session lasts.
    const isNeeded = async () =>
      isUsed || hasPendingPairing() || (await inner.getRequestedChainsIds()).length > 0
    return {
      ...inner,
      setup: async () => {
        if (await isNeeded()) await inner.setup?.()
      },
      connect: (request) => {
        isUsed = true
        return inner.connect(request)
      },
      getProvider: async (request) => ((await isNeeded()) ? inner.getProvider(request) : undefined),
    }
  })
}

/** Whether the user left this tab for a wallet app before the connection was made. */
export function hasPendingPairing() {
  const pending = findPendingConnection()
  return pending?.kind === "connect" && pending.connector === WALLET_CONNECT_ID
}
