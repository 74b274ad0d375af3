"use client"

import { z } from "zod"
import { ApiClientError, callApi } from "@/components/browser/api"
import { createStore, useStore } from "@/components/browser/external-store"
import {
  readLocalStorage,
  storeHasSignedIn,
  writeLocalStorage,
} from "@/components/browser/local-storage"
import { setWalletState } from "@/components/wallet/store"
import {
  clearSessionEnd,
  findSessionEnd,
  SESSION_ENDS_KEY,
  storeSessionEnd,
} from "./session-expiry"

const ACTIVE_WALLET_KEY = "atoll.session.acting"
const FRESH_MS = 60_000
const RETRY_MS = 5_000

const sessionResponse = z.object({ isLoggedIn: z.boolean(), addresses: z.array(z.string()) })
const signOutResponse = z.object({ ok: z.boolean() })

type ApiCall = Omit<Parameters<typeof callApi>[1], "response" | "wallet">

type SessionState = {
  /** Signed-in wallets, newest first; null while unknown. */
  wallets: readonly string[] | null
  /** A request was refused because the session had ended. */
  hasExpired: boolean
  /** The wallet chosen to act, while it is signed in. */
  selected: string | null
}

const UNKNOWN_SESSION: SessionState = { wallets: null, hasExpired: false, selected: null }

const store = createStore<SessionState>(UNKNOWN_SESSION)
let fetchedAt = Number.NEGATIVE_INFINITY
/** Rises with every question and with whatever makes the answers under way too old. */
let requestNumber = 0

/** Who is signed in, and what can be done in their name. */
export function useSession() {
  const state = useStore(store, UNKNOWN_SESSION)
  const { wallets, hasExpired } = state
  return { wallets, hasExpired, acting: findActiveWallet(state), load: loadSession, ...actions }
}

/** The wallet in whose name requests run. */
function findActiveWallet({ wallets, selected }: SessionState): string | null {
  return wallets?.find((wallet) => wallet === selected) ?? wallets?.[0] ?? null
}

/** Asks the service who is signed in, where that is not known yet. */
export function loadSession() {
  startListening()
  if (Date.now() - fetchedAt < FRESH_MS) return
  void fetchSession()
}

let isListening = false

/** Signing in or out in another tab counts for this one. */
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
  const mine = requestNumber
  store.set({ selected: readLocalStorage(ACTIVE_WALLET_KEY) })
  try {
    const { addresses } = await callApi("/api/auth/me", { response: sessionResponse })
    if (mine === requestNumber) setWallets(addresses)
  } catch {
    if (mine !== requestNumber) return
    // Nobody is known to be signed in; the next question may find out.
    fetchedAt = Date.now() - FRESH_MS + RETRY_MS
    if (!store.get().wallets) setWallets([])
  }
}

function setWallets(wallets: readonly string[]) {
  requestNumber += 1
  store.set({ wallets })
  setWalletState({ signedInWallets: wallets })
}

function selectWallet(wallet: string) {
  writeLocalStorage(ACTIVE_WALLET_KEY, wallet)
  store.set({ selected: wallet })
}

/** After a sign-in: the wallet acts from now on. */
async function onSignedIn(wallet: string) {
  storeHasSignedIn(true)
  storeSessionEnd(wallet)
  const others = store.get().wallets?.filter((each) => each !== wallet) ?? []
  selectWallet(wallet)
  store.set({ hasExpired: false })
  setWallets([wallet, ...others])
  await fetchSession()
}

/** Signs out one wallet, or all of them. */
async function signOut(wallet?: string) {
  const path = wallet ? `/api/auth/me?address=${wallet}` : "/api/auth/me"
  await callApi(path, { response: signOutResponse, method: "DELETE" })
  clearSessionEnd(wallet ?? null)
  if (!wallet) storeHasSignedIn(false)
  store.set({ hasExpired: false })
  setWallets(wallet ? (store.get().wallets ?? []).filter((each) => each !== wallet) : [])
  await fetchSession()
}

/** A call in the name of the acting wallet; notices when the session has ended. */
async function request<S extends z.ZodType>(
  path: string,
  response: S,
  call: ApiCall = {},
): Promise<z.output<S>> {
  const wallet = findActiveWallet(store.get())
  try {
    // Known beforehand, so that nothing is sent in vain.
    if (wallet && hasExpired(wallet))
      throw new ApiClientError(401, "SESSION_ENDED", "Session ended", 0)
    return await callApi(path, { ...call, response, wallet })
  } catch (error) {
    if (error instanceof ApiClientError && isSessionError(error)) {
      store.set({ hasExpired: true })
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

function isSessionError({ status, code }: ApiClientError) {
  return status === 401 || code === "WALLET_NOT_IN_SESSION"
}

const actions = { entered: onSignedIn, act: selectWallet, leave: signOut, request }
