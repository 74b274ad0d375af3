"use client"

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useEffect, useState } from "react"
import { WagmiProvider } from "wagmi"
import type { BrowserConfig } from "@/lib/chain/browser"
import { ConfigProvider } from "./config"
import { announceDevelopmentWallet } from "./development-wallet"
import { WalletDialogs } from "./dialogs"
import { hasSignedInBefore, SessionProvider, useSession } from "./session"
import { createWagmiConfig } from "./wagmi-config"

type Props = { config: BrowserConfig | null; children: ReactNode }

/** Wallet, session and chain reads for everything below; without a configured chain the pages only read. */
export function Providers({ config, children }: Props) {
  return config ? <Connected config={config}>{children}</Connected> : children
}

function Connected({ config, children }: { config: BrowserConfig; children: ReactNode }) {
  const [wagmi] = useState(() => {
    if (typeof window !== "undefined" && config.hasDevelopmentWallet) {
      announceDevelopmentWallet(config)
    }
    return createWagmiConfig(config)
  })
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 500 } } }),
  )
  return (
    <ConfigProvider config={config}>
      <WagmiProvider config={wagmi}>
        <QueryClientProvider client={queries}>
          <SessionProvider>
            <SessionRecall />
            <WalletDialogs>{children}</WalletDialogs>
          </SessionProvider>
        </QueryClientProvider>
      </WagmiProvider>
    </ConfigProvider>
  )
}

/** Asks who is signed in where somebody was before, so that other browsers cost no request. */
function SessionRecall() {
  const { load } = useSession()
  useEffect(() => {
    if (hasSignedInBefore()) load()
  }, [load])
  return null
}
