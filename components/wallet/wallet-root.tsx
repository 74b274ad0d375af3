"use client"

import { type ReactNode, useEffect } from "react"
import { whenIdle } from "@/components/browser/when-idle"
import { ConfigProvider } from "@/components/chain/browser-config"
import type { BrowserConfig } from "@/lib/chain/browser"
import { findPendingConnection } from "./connect/pending-connection"
import { hasSignedInBefore, readLastAddress } from "./last-wallet"
import { lazyWithWallet } from "./lazy-with-wallet"
import { loadWallet, useWalletDialog } from "./store"
import { listTransactions } from "./transactions/store"
import { isInProgress } from "./transactions/stored-transaction"

/** Longest wait for an idle moment of a busy page. */
const IDLE_TIMEOUT_MS = 2_000

type WalletRootProps = {
  /** Null if no chain is configured: then the pages only show data. */
  config: BrowserConfig | null
  children: ReactNode
}

/** The wallet's parts of the pages: the chain's configuration, and the wallet's dialogs. */
export function WalletRoot({ config, children }: WalletRootProps) {
  if (!config) return children
  return (
    <ConfigProvider config={config}>
      {children}
      <DialogsOnDemand />
    </ConfigProvider>
  )
}

const WalletDialogs = lazyWithWallet(
  () => import("./wallet-dialogs").then((file) => file.WalletDialogs),
  { fallback: null, withoutChain: null },
)

/** Loads the wallet code when the page is idle if this browser has used a wallet, else on request. */
function DialogsOnDemand() {
  const { isLoadRequested } = useWalletDialog()
  useEffect(() => (shouldLoadWallet() ? whenIdle(loadWallet, IDLE_TIMEOUT_MS) : undefined), [])
  return isLoadRequested ? <WalletDialogs /> : null
}

/** Whether a wallet was connected or signed in, a connection is pending, or a transaction is in progress. */
function shouldLoadWallet() {
  return (
    readLastAddress() !== null ||
    hasSignedInBefore() ||
    findPendingConnection() !== null ||
    listTransactions().some(isInProgress)
  )
}
