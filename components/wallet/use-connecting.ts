"use client"

import { type Connector, useConnect } from "wagmi"
import { useBrowserConfig } from "./config"
import { createStore, useStore } from "./external-store"
import { describeFailure, type Failure } from "./failure"
import { dropIntent, keepIntent } from "./intent"
import { closeWindow, openConnect } from "./store"
import { WALLET_CONNECT_ID } from "./wallet-connect"

type Connecting = { connector: string | null; failure: Failure | null }

const QUIET: Connecting = { connector: null, failure: null }

/** Outlives the dialog, which makes room for the window of WalletConnect. */
const store = createStore<Connecting>(QUIET)

/** Connects a wallet; a failure is shown in the dialog, which is opened again for it. */
export function useConnecting() {
  const { chainId } = useBrowserConfig()
  const { mutateAsync } = useConnect()
  const state = useStore(store, QUIET)

  const connect = async (connector: Connector) => {
    store.set({ connector: connector.uid, failure: null })
    keepIntent({ kind: "connect", connector: connector.id })
    // It shows a code in a window of its own, which an open modal dialog would cover.
    if (connector.id === WALLET_CONNECT_ID) closeWindow()
    try {
      await mutateAsync({ connector, chainId })
      store.set(QUIET)
      closeWindow()
    } catch (error) {
      store.set({ connector: null, failure: describeFailure(error) })
      openConnect()
    } finally {
      dropIntent()
    }
  }
  return { ...state, connect, forget: () => store.set(QUIET) }
}
