"use client"

import { type Connector, useConnect } from "wagmi"
import { createStore, useStore } from "@/components/browser/external-store"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { closeWalletDialog, openConnect } from "@/components/wallet/store"
import { clearPendingConnection, storePendingConnection } from "./pending-connection"
import { WALLET_CONNECT_ID } from "./wallet-connect"

type ConnectState = { connector: string | null; failure: Failure | null }

const IDLE: ConnectState = { connector: null, failure: null }

/** Outlives the dialog, which makes room for the window of WalletConnect. */
const store = createStore<ConnectState>(IDLE)

/** Connects a wallet; a failure is shown in the dialog, which is opened again for it. */
export function useConnectWallet() {
  const { chainId } = useBrowserConfig()
  const { mutateAsync } = useConnect()
  const state = useStore(store, IDLE)

  const connect = async (connector: Connector) => {
    store.set({ connector: connector.uid, failure: null })
    storePendingConnection({ kind: "connect", connector: connector.id })
    // It shows a code in a window of its own, which an open modal dialog would cover.
    if (connector.id === WALLET_CONNECT_ID) closeWalletDialog()
    try {
      await mutateAsync({ connector, chainId })
      store.set(IDLE)
      closeWalletDialog()
    } catch (error) {
      store.set({ connector: null, failure: describeFailure(error) })
      openConnect()
    } finally {
      clearPendingConnection()
    }
  }
  return { ...state, connect, forget: () => store.set(IDLE) }
}
