"use client"

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { type Config, createConfig, http, WagmiContext } from "wagmi"
import { reconnect } from "wagmi/actions"
import { injected } from "wagmi/connectors"
import { type BrowserConfig, createBrowserChain, toAddress } from "@/lib/chain/browser"
import { fetchInParts } from "@/lib/chain/fetch-in-parts"
import { clearPendingConnection, findPendingConnection } from "./connect/pending-connection"
import { hasPendingPairing, lazyWalletConnect, WALLET_CONNECT_ID } from "./connect/wallet-connect"
import { announceDevelopmentWallet } from "./development/wallet"
import { hasSignedInBefore } from "./last-wallet"
import { loadSession } from "./session/session"
import { openAccount, setWalletState } from "./store"
import { watchTransactions } from "./transactions/watch"

const POLLING_MS = 1_000

/** A wallet app's approval reaches a reloaded page within seconds. */
const PAIRING_ATTEMPTS = 15
const PAIRING_PAUSE_MS = 2_000

/** Objects that all components with the wallet share. There is one per browser tab. */
export type WalletRuntime = { wagmi: Config; queries: QueryClient }

let runtime: WalletRuntime | undefined

/** The first call creates it: discovers wallets, reconnects the last one, and watches stored transactions. */
export function startRuntime(config: BrowserConfig): WalletRuntime {
  if (runtime) return runtime
  if (config.hasDevelopmentWallet) announceDevelopmentWallet(config)
  const wagmi = createWagmiConfig(config)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 500 } } })
  runtime = { wagmi, queries }
  wagmi.subscribe(
    (state) => state,
    () => publishConnection(wagmi, config.chainId),
  )
  void reconnect(wagmi).then(() => resumeConnection(wagmi))
  watchTransactions({
    client: wagmi.getClient({ chainId: config.chainId }),
    chainId: config.chainId,
    onChange: () => void queries.invalidateQueries({ queryKey: ["chain"] }),
  })
  if (hasSignedInBefore()) loadSession()
  return runtime
}

/** wagmi discovers wallets that announce themselves (EIP-6963); the other connectors are listed. */
function createWagmiConfig(config: BrowserConfig) {
  const { rpcUrl, baseUrl, walletConnectProjectId: projectId } = config
  const chain = createBrowserChain(config)
  const metadata = {
    name: "Atoll",
    description: "Token launchpad and exchange",
    url: baseUrl,
    icons: [`${baseUrl}/icon.svg`],
  }
  return createConfig({
    chains: [chain],
    connectors: [injected(), ...(projectId ? [lazyWalletConnect({ projectId, metadata })] : [])],
    transports: {
      [chain.id]: http(rpcUrl, { batch: { wait: 10 }, retryCount: 1, fetchFn: fetchInParts }),
    },
    pollingInterval: POLLING_MS,
  })
}

function publishConnection({ state }: Config, appChainId: number) {
  const connection = state.current ? state.connections.get(state.current) : undefined
  const address = connection?.accounts[0]
  if (connection && address) {
    setWalletState({
      status: "connected",
      address: toAddress(address),
      isWrongChain: connection.chainId !== appChainId,
    })
    return
  }
  if (state.status === "disconnected") {
    setWalletState({ status: "disconnected", address: null, isWrongChain: false })
    return
  }
  setWalletState({ status: "loading" })
}

/**
 * Continues a task for which the user left to a wallet app, if the phone discarded the page meanwhile: takes over the
 * pairing made in the app, and shows the sign-in again.
 */
async function resumeConnection(wagmi: Config) {
  const before = findPendingConnection()
  if (!before) return
  if (before.kind === "connect" && hasPendingPairing()) await waitForPairing(wagmi)
  const { current, connections } = wagmi.state
  const wallet = current ? connections.get(current)?.accounts[0]?.toLowerCase() : undefined
  const pending = findPendingConnection()
  if (pending?.kind !== "sign-in" || pending.wallet !== wallet) return
  clearPendingConnection()
  openAccount()
}

async function waitForPairing(wagmi: Config) {
  const connector = wagmi.connectors.find(({ id }) => id === WALLET_CONNECT_ID)
  for (let attempt = 0; connector && attempt < PAIRING_ATTEMPTS; attempt++) {
    if (wagmi.state.current) break
    if (await connector.isAuthorized()) await reconnect(wagmi, { connectors: [connector] })
    else await new Promise((resolve) => setTimeout(resolve, PAIRING_PAUSE_MS))
  }
  if (wagmi.state.current) clearPendingConnection()
}

type RuntimeProvidersProps = { runtime: WalletRuntime; children: ReactNode }

export function RuntimeProviders({ runtime: { wagmi, queries }, children }: RuntimeProvidersProps) {
  return (
    <WagmiContext value={wagmi}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </WagmiContext>
  )
}
