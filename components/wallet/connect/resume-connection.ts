import type { Config } from "wagmi"
import { reconnect } from "wagmi/actions"
import { openAccount } from "@/components/wallet/store"
import { clearPendingConnection, findPendingConnection } from "./pending-connection"
import { hasPendingPairing, WALLET_CONNECT_ID } from "./wallet-connect"

/** The answer of a wallet app reaches a page that was loaded again within seconds. */
const PAIRING_ATTEMPTS = 15
const PAIRING_PAUSE_MS = 2_000

/**
 * Goes on with what a trip to a wallet app was for, in a page that was thrown away meanwhile: takes over
 * the pairing that was made in the app, and shows the sign-in again.
 */
export async function resumeConnection(wagmi: Config) {
  const before = findPendingConnection()
  if (!before) return
  if (before.kind === "connect" && hasPendingPairing()) await waitForPairing(wagmi)
  const { current, connections } = wagmi.state
  const wallet = current ? connections.get(current)?.accounts[0]?.toLowerCase() : undefined
  const intent = findPendingConnection()
  if (intent?.kind === "sign-in" && intent.wallet === wallet) openAccount()
}

async function waitForPairing(wagmi: Config) {
  const connector = wagmi.connectors.find(({ id }) => id === WALLET_CONNECT_ID)
  for (
    let attempt = 0;
    connector && attempt < PAIRING_ATTEMPTS && !wagmi.state.current;
    attempt++
  ) {
    if (await connector.isAuthorized()) await reconnect(wagmi, { connectors: [connector] })
    else await new Promise((resolve) => setTimeout(resolve, PAIRING_PAUSE_MS))
  }
  if (wagmi.state.current) clearPendingConnection()
}
