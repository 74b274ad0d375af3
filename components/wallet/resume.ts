import type { Config } from "wagmi"
import { reconnect } from "wagmi/actions"
import { dropIntent, findIntent } from "./intent"
import { openAccount } from "./store"
import { isAwaited, WALLET_CONNECT_ID } from "./wallet-connect"

/** The answer of a wallet app reaches a page that was loaded again within seconds. */
const TRIES = 15
const PAUSE_MS = 2_000

/**
 * Goes on with what a trip to a wallet app was for, in a page that was thrown away meanwhile: takes over
 * the pairing that was made in the app, and shows the sign-in again.
 */
export async function resumeTrip(wagmi: Config) {
  const before = findIntent()
  if (!before) return
  if (before.kind === "connect" && isAwaited()) await awaitPairing(wagmi)
  const { current, connections } = wagmi.state
  const wallet = current ? connections.get(current)?.accounts[0]?.toLowerCase() : undefined
  const intent = findIntent()
  if (intent?.kind === "sign-in" && intent.wallet === wallet) openAccount()
}

async function awaitPairing(wagmi: Config) {
  const connector = wagmi.connectors.find(({ id }) => id === WALLET_CONNECT_ID)
  for (let attempt = 0; connector && attempt < TRIES && !wagmi.state.current; attempt++) {
    if (await connector.isAuthorized()) await reconnect(wagmi, { connectors: [connector] })
    else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  if (wagmi.state.current) dropIntent()
}
