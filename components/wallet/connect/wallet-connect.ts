import { createConnector } from "wagmi"
import { walletConnect } from "wagmi/connectors"
import { findPendingConnection } from "./pending-connection"

export const WALLET_CONNECT_ID = "walletConnect"

/**
 * WalletConnect that costs nothing until somebody uses it: the connector underneath would load its SDK on
 * every page, where this one waits for a press, a session of before, or the way back from a wallet app.
 */
export function lazyWalletConnect(parameters: Parameters<typeof walletConnect>[0]) {
  const make = walletConnect(parameters)
  return createConnector<unknown>((config) => {
    const inner = make(config)
    let isUsed = false
    // The chains of a session are remembered while it lasts.
    const isWanted = async () =>
      isUsed || hasPendingPairing() || (await inner.getRequestedChainsIds()).length > 0
    return {
      ...inner,
      setup: async () => {
        if (await isWanted()) await inner.setup?.()
      },
      connect: (request) => {
        isUsed = true
        return inner.connect(request)
      },
      getProvider: async (request) => ((await isWanted()) ? inner.getProvider(request) : undefined),
    }
  })
}

/** Whether this tab was left for a wallet app before the connection was made. */
export function hasPendingPairing() {
  const intent = findPendingConnection()
  return intent?.kind === "connect" && intent.connector === WALLET_CONNECT_ID
}
