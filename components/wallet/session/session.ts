"use client"

import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { storeHasSignedIn } from "@/components/wallet/last-wallet"
import { setWalletState } from "@/components/wallet/store"
import {
  type ApiAnswer,
  ApiClientError,
  type ApiInput,
  callApi,
  type Endpoint,
} from "@/lib/api/client"
import {
  clearSessionEnd,
  findSessionEnd,
  SESSION_ENDS_KEY,
  storeSessionEnd,
} from "./session-expiry"

const ACTIVE_WALLET_KEY = "atoll.session.acting"
const FRESH_MS = 60_000
const RETRY_MS = 5_000

type SessionState = {
  /** Signed-in wallets, newest first; null while unknown. */
  wallets: readonly string[] | null
  /** A request was refused because the session had ended. */
  hasExpired: boolean
  /** The wallet the user switched to; active while it is signed in. */
  selected: string | null
}

const store = createStore<SessionState>()(() => ({
  wallets: null,
  hasExpired: false,
  selected: null,
}))
let fetchedAt = Number.NEGATIVE_INFINITY
/** Increases with every request and with every change that makes pending responses outdated. */
let requestNumber = 0

/** The signed-in wallets, the active one, and what can be done with them. */
export function useSession() {
  const state = useStore(store)
  const { wallets, hasExpired } = state
  return { wallets, hasExpired, activeWallet: findActiveWallet(state), loadSession, ...actions }
}

/** The wallet that requests are made for. */
function findActiveWallet({ wallets, selected }: SessionState): string | null {
  return wallets?.find((wallet) => wallet === selected) ?? wallets?.[0] ?? null
}

/** Asks the service who is signed in, unless the last answer is recent. */
export function loadSession() {
  startListening()
  if (Date.now() - fetchedAt < FRESH_MS) return
  void fetchSession()
}

let isListening = false

/** Follows sign-ins and sign-outs in other tabs. */
function startListening() {
  if (isListening) return
  isListening = true
  window.addEventListener("storage", ({ key }) => {
    if (key === ACTIVE_WALLET_KEY || key === SESSION_ENDS_KEY) void fetchSession()
  })
}

async function fetchSession() {
  fetchedAt = Date.now()
  requestNumber += 1
  const ownNumber = requestNumber
  store.setState({ selected: readLocalStorage(ACTIVE_WALLET_KEY) })
  try {
    const session = await callApi("GET /api/auth/me", {})
    if (ownNumber === requestNumber) setWallets("addresses" in session ? session.addresses : [])
  } catch {
    if (ownNumber !== requestNumber) return
    // Treated as signed out; asked again after the retry interval.
    fetchedAt = Date.now() - FRESH_MS + RETRY_MS
    if (!store.getState().wallets) setWallets([])
  }
}

function setWallets(wallets: readonly string[]) {
  requestNumber += 1
  store.setState({ wallets })
  setWalletState({ signedInWallets: wallets })
}

function selectWallet(wallet: string) {
  writeLocalStorage(ACTIVE_WALLET_KEY, wallet)
  store.setState({ selected: wallet })
}

/** Makes the wallet that has just signed in the active one. */
async function onSignedIn(wallet: string) {
  storeHasSignedIn(true)
  storeSessionEnd(wallet)
  const others = store.getState().wallets?.filter((each) => each !== wallet) ?? []
  selectWallet(wallet)
  store.setState({ hasExpired: false })
  setWallets([wallet, ...others])
  await fetchSession()
}

/** Without a wallet, signs out all of them. */
async function signOut(wallet?: string) {
  await callApi("DELETE /api/auth/me", { query: { address: wallet } })
  clearSessionEnd(wallet ?? null)
  if (!wallet) storeHasSignedIn(false)
  store.setState({ hasExpired: false })
  setWallets(wallet ? (store.getState().wallets ?? []).filter((each) => each !== wallet) : [])
  await fetchSession()
}

/** Calls the API for the active wallet, and updates the session if it has expired. */
async function request<E extends Endpoint>(endpoint: E, input: ApiInput<E>): Promise<ApiAnswer<E>> {
  const wallet = findActiveWallet(store.getState())
  try {
    // The service would refuse it.
    if (wallet && hasExpired(wallet))
      throw new ApiClientError(401, "SESSION_ENDED", "Session ended", 0)
    return await callApi(endpoint, input, { wallet })
  } catch (error) {
    if (isSessionError(error)) {
      store.setState({ hasExpired: true })
      setWallets([])
      await fetchSession()
    }
    throw error
  }
}

function hasExpired(wallet: string) {
  const end = findSessionEnd(wallet)
  return end !== null && end <= Date.now()
}

/** Whether a request was refused because its wallet is no longer signed in. */
export function isSessionError(error: unknown) {
  if (!(error instanceof ApiClientError)) return false
  return error.status === 401 || error.code === "WALLET_NOT_IN_SESSION"
}

const actions = { onSignedIn, selectWallet, signOut, request }
