"use client"

import { useEffect } from "react"
import { hasSignedInBefore, readLastAddress } from "@/components/browser/local-storage"
import { findPendingConnection } from "./connect/pending-connection"
import { lazyWithWallet } from "./lazy-with-wallet"
import { loadWallet, useWalletDialog } from "./store"
import { isInProgress, listTransactions } from "./transactions/store"

/** At the latest after this long, however busy the page is. */
const IDLE_MS = 2_000

const WalletDialogs = lazyWithWallet(
  () => import("./wallet-dialogs").then(({ WalletDialogs }) => WalletDialogs),
  {
    fallback: null,
    withoutChain: null,
  },
)

/**
 * Where the wallet's windows live. Its code comes by itself, when the page is idle, to browsers in which a
 * wallet was connected; to others only when it is asked for.
 */
export function WalletRoot() {
  const { isLoadRequested } = useWalletDialog()
  useEffect(() => (shouldLoadWallet() ? whenIdle(loadWallet) : undefined), [])
  return isLoadRequested ? <WalletDialogs /> : null
}

/** Whether a wallet was connected or signed in here before, is awaited, or has a transaction on its way. */
function shouldLoadWallet() {
  return (
    readLastAddress() !== null ||
    hasSignedInBefore() ||
    findPendingConnection() !== null ||
    listTransactions().some(isInProgress)
  )
}

function whenIdle(run: () => void) {
  // Not in every browser.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_MS })
  return () => cancelIdleCallback(handle)
}
