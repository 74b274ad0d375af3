"use client"

import { useEffect, useState } from "react"
import { type Connector, useConnect, useConnectors } from "wagmi"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { DEVELOPMENT_WALLET_ID } from "@/components/wallet/development/wallet"
import { closeWalletDialog, openConnect } from "@/components/wallet/store"
import { clearPendingConnection, storePendingConnection } from "./pending-connection"
import { WALLET_CONNECT_ID } from "./wallet-connect"

/** wagmi's id for `window.ethereum`, which wallets without EIP-6963 provide. */
export const INJECTED_ID = "injected"

type ConnectState = {
  /** `uid` of the connector that is connecting. */
  connector: string | null
  failure: Failure | null
}

const IDLE: ConnectState = { connector: null, failure: null }

/** Outlives the dialog, which closes while WalletConnect shows its own. */
const store = createStore<ConnectState>()(() => IDLE)

/** Connects a wallet. After a failure the connect dialog opens again and shows it. */
export function useConnectWallet() {
  const { chainId } = useBrowserConfig()
  const { mutateAsync } = useConnect()
  const state = useStore(store)

  const connect = async (connector: Connector) => {
    store.setState({ connector: connector.uid, failure: null })
    storePendingConnection({ kind: "connect", connector: connector.id })
    // Our modal dialog would cover WalletConnect's QR code.
    if (connector.id === WALLET_CONNECT_ID) closeWalletDialog()
    try {
      await mutateAsync({ connector, chainId })
      store.setState(IDLE)
      closeWalletDialog()
    } catch (error) {
      store.setState({ connector: null, failure: describeFailure(error) })
      openConnect()
    } finally {
      clearPendingConnection()
    }
  }
  return { ...state, connect, reset: () => store.setState(IDLE) }
}

/** `installed`: extensions and wallet browsers. `others`: WalletConnect and the development wallet. */
export function useWalletConnectors() {
  const connectors = useConnectors()
  const [hasInjected, setHasInjected] = useState(false)
  useEffect(() => setHasInjected("ethereum" in window), [])
  const announced = connectors.filter(
    ({ id, type }) => type === "injected" && id !== INJECTED_ID && id !== DEVELOPMENT_WALLET_ID,
  )
  // Announced wallets usually set `window.ethereum` as well.
  const injected = connectors.filter(({ id }) => id === INJECTED_ID)
  return {
    installed: announced.length === 0 && hasInjected ? injected : announced,
    others: connectors.filter(({ id }) => id === DEVELOPMENT_WALLET_ID || id === WALLET_CONNECT_ID),
  }
}
