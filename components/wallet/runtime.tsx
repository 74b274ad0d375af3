"use client"

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { type Config, WagmiContext } from "wagmi"
import { reconnect } from "wagmi/actions"
import { hasSignedInBefore } from "@/components/browser/local-storage"
import { type BrowserConfig, toAddress } from "@/lib/chain/browser"
import { resumeConnection } from "./connect/resume-connection"
import { createWagmiConfig } from "./connect/wagmi-config"
import { announceDevelopmentWallet } from "./development/wallet"
import { loadSession } from "./session/session"
import { setWalletState } from "./store"
import { watchTransactions } from "./transactions/watch"

/** What all parts of a page that use the wallet share; there is one per browser tab. */
export type WalletRuntime = { wagmi: Config; queries: QueryClient }

let runtime: WalletRuntime | undefined

/** Makes it on the first call: finds the wallets, and connects the one of before again. */
export function startRuntime(config: BrowserConfig): WalletRuntime {
  if (runtime) return runtime
  if (config.hasDevelopmentWallet) announceDevelopmentWallet(config)
  const wagmi = createWagmiConfig(config)
  runtime = {
    wagmi,
    queries: new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 500 } } }),
  }
  wagmi.subscribe(
    (state) => state,
    () => publishConnection(wagmi, config.chainId),
  )
  void reconnect(wagmi).then(() => resumeConnection(wagmi))
  const { queries } = runtime
  watchTransactions({
    client: wagmi.getClient({ chainId: config.chainId }),
    chainId: config.chainId,
    onChange: () => void queries.invalidateQueries({ queryKey: ["chain"] }),
  })
  if (hasSignedInBefore()) loadSession()
  return runtime
}

function publishConnection({ state }: Config, homeChainId: number) {
  const connection = state.current ? state.connections.get(state.current) : undefined
  const address = connection?.accounts[0]
  if (connection && address) {
    setWalletState({
      status: "connected",
      address: toAddress(address),
      isWrongChain: connection.chainId !== homeChainId,
    })
    return
  }
  if (state.status === "disconnected") {
    setWalletState({ status: "none", address: null, isWrongChain: false })
    return
  }
  setWalletState({ status: "loading" })
}

export function RuntimeProviders({
  engine,
  children,
}: {
  engine: WalletRuntime
  children: ReactNode
}) {
  return (
    <WagmiContext value={engine.wagmi}>
      <QueryClientProvider client={engine.queries}>{children}</QueryClientProvider>
    </WagmiContext>
  )
}
