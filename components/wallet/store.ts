"use client"

import { createStore, useStore } from "./external-store"
import { hintedAddress, hintedWho, keepHint, keepWho, type Who } from "./memory"

/**
 * `none`: no wallet is connected. `asleep`: one was connected before, and the wallet code is not loaded.
 * `loading`: it is on its way, or the wallet is asked. `connected`: it is there.
 */
export type WalletStatus = "none" | "asleep" | "loading" | "connected"

export type WalletView = {
  status: WalletStatus
  /** In lower case; while not connected, the last known one as a hint. */
  address: string | null
  isWrongChain: boolean
  /** The last wallet whose name is known, which may be another one. */
  who: Who | null
  /** Signed-in wallets, newest first; null while unknown. */
  signedIn: readonly string[] | null
}

export type WalletWindow = "connect" | "account" | "transactions"

type Host = {
  /** The wallet code is wanted on this page. */
  isAwake: boolean
  window: WalletWindow | null
}

const NOBODY: WalletView = {
  status: "none",
  address: null,
  isWrongChain: false,
  who: null,
  signedIn: null,
}
const QUIET: Host = { isAwake: false, window: null }

const view = createStore<WalletView>(before())
const host = createStore<Host>(QUIET)

function before(): WalletView {
  const address = hintedAddress()
  return address ? { ...NOBODY, status: "asleep", address, who: hintedWho() } : NOBODY
}

/** The wallet as every part of the page may know it, at no weight: the code behind it comes when needed. */
export function useWalletView(): WalletView {
  return useStore(view, NOBODY)
}

/** How the connected wallet calls itself; null while it is not known. */
export function useOwnName(): Who | null {
  const { address, who } = useWalletView()
  return who && who.address === address ? who : null
}

export function useWalletHost(): Host {
  return useStore(host, QUIET)
}

/** Has the wallet code loaded, once; a wallet of before is connected again. */
export function wake() {
  if (host.get().isAwake) return
  host.set({ isAwake: true })
  view.set(({ status }) => (status === "asleep" ? { status: "loading" } : {}))
}

function open(window: WalletWindow) {
  wake()
  host.set({ window })
}

export const openConnect = () => open("connect")
export const openAccount = () => open("account")
export const openTransactions = () => open("transactions")
export const closeWindow = () => host.set({ window: null })

/** For the wallet code: what it knows now. */
export function publishWallet(change: Partial<WalletView>) {
  view.set(change)
  const { status, address } = view.get()
  if (status === "connected") keepHint(address)
  if (status === "none") {
    keepHint(null)
    keepWho(null)
  }
  if (change.who) keepWho(change.who)
}
