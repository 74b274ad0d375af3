"use client"

import { useEffect, useState } from "react"
import { type Connector, useConnectors } from "wagmi"
import { DEVELOPMENT_WALLET_ID } from "@/components/wallet/development/wallet"
import { WALLET_CONNECT_ID } from "./wallet-connect"

/** The id wagmi gives to the global provider of before EIP-6963. */
export const INJECTED_ID = "injected"

export type WalletConnectors = {
  /** Extensions and wallet browsers. */
  installed: readonly Connector[]
  /** WalletConnect and the development wallet. */
  others: readonly Connector[]
}

/** Announced wallets; the nameless global one only when nothing was announced and it exists. */
export function useWalletConnectors(): WalletConnectors {
  const connectors = useConnectors()
  const [hasGlobal, setHasGlobal] = useState(false)
  useEffect(() => setHasGlobal("ethereum" in window), [])
  const announced = connectors.filter(
    ({ id, type }) => type === "injected" && id !== INJECTED_ID && id !== DEVELOPMENT_WALLET_ID,
  )
  const global = connectors.filter(({ id }) => id === INJECTED_ID)
  return {
    installed: announced.length === 0 && hasGlobal ? global : announced,
    others: connectors.filter(({ id }) => id === DEVELOPMENT_WALLET_ID || id === WALLET_CONNECT_ID),
  }
}
