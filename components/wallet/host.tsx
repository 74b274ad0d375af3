"use client"

import { useEffect } from "react"
import { findIntent } from "./intent"
import { walletIsland } from "./island"
import { hasSignedInBefore, hintedAddress } from "./memory"
import { useWalletHost, wake } from "./store"
import { isUnderWay, trayEntries } from "./tray"

/** At the latest after this long, however busy the page is. */
const IDLE_MS = 2_000

const Room = walletIsland(() => import("./room").then(({ Room }) => Room), {
  fallback: null,
  withoutChain: null,
})

/**
 * Where the wallet's windows live. Its code comes by itself, when the page is idle, to browsers in which a
 * wallet was connected; to others only when it is asked for.
 */
export function WalletHost() {
  const { isAwake } = useWalletHost()
  useEffect(() => (hasReasonToWake() ? whenIdle(wake) : undefined), [])
  return isAwake ? <Room /> : null
}

/** Whether a wallet was connected or signed in here before, is awaited, or has a transaction on its way. */
function hasReasonToWake() {
  return (
    hintedAddress() !== null ||
    hasSignedInBefore() ||
    findIntent() !== null ||
    trayEntries().some(isUnderWay)
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
