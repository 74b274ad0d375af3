"use client"

import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import {
  readLastAddress,
  readLastProfile,
  storeLastAddress,
  storeLastProfile,
  type WalletProfile,
} from "./last-wallet"

/**
 * `idle`: a wallet was connected before, and the wallet code is not loaded. `loading`: the code is being loaded, or
 * the wallet has not answered yet.
 */
type WalletStatus = "disconnected" | "idle" | "loading" | "connected"

type WalletState = {
  status: WalletStatus
  /** In lower case. The last known one until the wallet is connected. */
  address: string | null
  isWrongChain: boolean
  /** The last profile that was loaded; it may belong to another wallet. */
  profile: WalletProfile | null
  /** Signed-in wallets, newest first; null while unknown. */
  signedInWallets: readonly string[] | null
}

export type WalletDialog = "connect" | "account" | "transactions" | "claims"

type DialogState = {
  /** Something on the page needs the wallet code. */
  isLoadRequested: boolean
  dialog: WalletDialog | null
}

const walletStore = createStore<WalletState>()(() => ({
  status: "disconnected",
  address: null,
  isWrongChain: false,
  profile: null,
  signedInWallets: null,
}))

const dialogStore = createStore<DialogState>()(() => ({ isLoadRequested: false, dialog: null }))

restoreLastWallet()

/** Set after the store is created: the first render in the browser must equal the server's. */
function restoreLastWallet() {
  const address = readLastAddress()
  if (address) walletStore.setState({ status: "idle", address, profile: readLastProfile() })
}

/** The connected wallet, for components outside of `lazyWithWallet`: reading it does not load the wallet code. */
export function useWalletState(): WalletState {
  return useStore(walletStore)
}

/** Null until the connected wallet's profile is loaded. */
export function useOwnProfile(): WalletProfile | null {
  const { address, profile } = useWalletState()
  return profile && profile.address === address ? profile : null
}

export function useWalletDialog(): DialogState {
  return useStore(dialogStore)
}

/** Requests the wallet code; it reconnects the last wallet. */
export function loadWallet() {
  if (dialogStore.getState().isLoadRequested) return
  dialogStore.setState({ isLoadRequested: true })
  walletStore.setState(({ status }) => (status === "idle" ? { status: "loading" } : {}))
}

function openDialog(dialog: WalletDialog) {
  loadWallet()
  dialogStore.setState({ dialog })
}

/** Before the first render with the wallet its button may still be the one that connects. */
export const openOwnWallet = () =>
  openDialog(walletStore.getState().address ? "account" : "connect")
export const openConnect = () => openDialog("connect")
export const openAccount = () => openDialog("account")
export const openTransactions = () => openDialog("transactions")
export const openClaims = () => openDialog("claims")
export const closeWalletDialog = () => dialogStore.setState({ dialog: null })

/** Called by the wallet code only. */
export function setWalletState(change: Partial<WalletState>) {
  walletStore.setState(change)
  const { status, address } = walletStore.getState()
  if (status === "connected") storeLastAddress(address)
  if (status === "disconnected") {
    storeLastAddress(null)
    storeLastProfile(null)
  }
  if (change.profile) storeLastProfile(change.profile)
}
