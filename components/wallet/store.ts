"use client"

import { createStore, useStore } from "@/components/browser/external-store"
import {
  readLastAddress,
  readLastProfile,
  storeLastAddress,
  storeLastProfile,
  type WalletProfile,
} from "@/components/browser/local-storage"

/**
 * `none`: no wallet is connected. `asleep`: one was connected before, and the wallet code is not loaded.
 * `loading`: it is on its way, or the wallet is asked. `connected`: it is there.
 */
export type WalletStatus = "none" | "asleep" | "loading" | "connected"

export type WalletState = {
  status: WalletStatus
  /** In lower case; while not connected, the last known one as a hint. */
  address: string | null
  isWrongChain: boolean
  /** The last wallet whose name is known, which may be another one. */
  profile: WalletProfile | null
  /** Signed-in wallets, newest first; null while unknown. */
  signedInWallets: readonly string[] | null
}

export type WalletDialog = "connect" | "account" | "transactions"

type DialogState = {
  /** The wallet code is wanted on this page. */
  isLoadRequested: boolean
  dialog: WalletDialog | null
}

const DISCONNECTED: WalletState = {
  status: "none",
  address: null,
  isWrongChain: false,
  profile: null,
  signedInWallets: null,
}
const CLOSED: DialogState = { isLoadRequested: false, dialog: null }

const walletStore = createStore<WalletState>(restoreState())
const dialogStore = createStore<DialogState>(CLOSED)

function restoreState(): WalletState {
  const address = readLastAddress()
  return address
    ? { ...DISCONNECTED, status: "asleep", address, profile: readLastProfile() }
    : DISCONNECTED
}

/** The wallet as every part of the page may know it, at no weight: the code behind it comes when needed. */
export function useWalletState(): WalletState {
  return useStore(walletStore, DISCONNECTED)
}

/** How the connected wallet calls itself; null while it is not known. */
export function useOwnProfile(): WalletProfile | null {
  const { address, profile } = useWalletState()
  return profile && profile.address === address ? profile : null
}

export function useWalletDialog(): DialogState {
  return useStore(dialogStore, CLOSED)
}

/** Has the wallet code loaded, once; a wallet of before is connected again. */
export function loadWallet() {
  if (dialogStore.get().isLoadRequested) return
  dialogStore.set({ isLoadRequested: true })
  walletStore.set(({ status }) => (status === "asleep" ? { status: "loading" } : {}))
}

function openDialog(window: WalletDialog) {
  loadWallet()
  dialogStore.set({ dialog: window })
}

export const openConnect = () => openDialog("connect")
export const openAccount = () => openDialog("account")
export const openTransactions = () => openDialog("transactions")
export const closeWalletDialog = () => dialogStore.set({ dialog: null })

/** For the wallet code: what it knows now. */
export function setWalletState(change: Partial<WalletState>) {
  walletStore.set(change)
  const { status, address } = walletStore.get()
  if (status === "connected") storeLastAddress(address)
  if (status === "none") {
    storeLastAddress(null)
    storeLastProfile(null)
  }
  if (change.profile) storeLastProfile(change.profile)
}
