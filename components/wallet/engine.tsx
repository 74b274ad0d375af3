"use client"

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { type Config, WagmiContext } from "wagmi"
import { reconnect } from "wagmi/actions"
import { type BrowserConfig, toAddress } from "@/lib/chain/browser"
import { announceDevelopmentWallet } from "./development-wallet"
import { followTray } from "./follower"
import { hasSignedInBefore } from "./memory"
import { resumeTrip } from "./resume"
import { loadSession } from "./session"
import { publishWallet } from "./store"
import { createWagmiConfig } from "./wagmi-config"

/** What all parts of a page that use the wallet share; there is one per browser tab. */
export type Engine = { wagmi: Config; queries: QueryClient }

let engine: Engine | undefined

/** Makes it on the first call: finds the wallets, and connects the one of before again. */
export function startEngine(config: BrowserConfig): Engine {
  if (engine) return engine
  if (config.hasDevelopmentWallet) announceDevelopmentWallet(config)
  const wagmi = createWagmiConfig(config)
  engine = {
    wagmi,
    queries: new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 500 } } }),
  }
  wagmi.subscribe(
    (state) => state,
    () => publishConnection(wagmi, config.chainId),
  )
  void reconnect(wagmi).then(() => resumeTrip(wagmi))
  const { queries } = engine
  followTray({
    client: wagmi.getClient({ chainId: config.chainId }),
    chainId: config.chainId,
    onChange: () => void queries.invalidateQueries({ queryKey: ["chain"] }),
  })
  if (hasSignedInBefore()) loadSession()
  return engine
}

function publishConnection({ state }: Config, homeChainId: number) {
  const connection = state.current ? state.connections.get(state.current) : undefined
  const address = connection?.accounts[0]
  if (connection && address) {
    publishWallet({
      status: "connected",
      address: toAddress(address),
      isWrongChain: connection.chainId !== homeChainId,
    })
    return
  }
  if (state.status === "disconnected") {
    publishWallet({ status: "none", address: null, isWrongChain: false })
    return
  }
  publishWallet({ status: "loading" })
}

export function EngineProviders({ engine, children }: { engine: Engine; children: ReactNode }) {
  return (
    <WagmiContext value={engine.wagmi}>
      <QueryClientProvider client={engine.queries}>{children}</QueryClientProvider>
    </WagmiContext>
  )
}
