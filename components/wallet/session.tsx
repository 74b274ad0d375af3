"use client"

import { z } from "zod"
import { ApiFailure, callApi } from "./api"
import { createStore, useStore } from "./external-store"
import { keepSignedIn, recall, remember } from "./memory"
import { beganSession, endedSession, endOfSession, SESSION_TIMES } from "./session-times"
import { publishWallet } from "./store"

const ACTING = "atoll.session.acting"
const FRESH_MS = 60_000
const RETRY_MS = 5_000

const me = z.object({ isLoggedIn: z.boolean(), addresses: z.array(z.string()) })
const done = z.object({ ok: z.boolean() })

type ApiCall = Omit<Parameters<typeof callApi>[1], "response" | "wallet">

type SessionState = {
  /** Signed-in wallets, newest first; null while unknown. */
  wallets: readonly string[] | null
  /** A request was refused because the session had ended. */
  hasExpired: boolean
  /** The wallet chosen to act, while it is signed in. */
  chosen: string | null
}

const UNKNOWN: SessionState = { wallets: null, hasExpired: false, chosen: null }

const store = createStore<SessionState>(UNKNOWN)
let askedAt = Number.NEGATIVE_INFINITY
/** Rises with every question and with whatever makes the answers under way too old. */
let turn = 0

/** Who is signed in, and what can be done in their name. */
export function useSession() {
  const state = useStore(store, UNKNOWN)
  const { wallets, hasExpired } = state
  return { wallets, hasExpired, acting: actingOf(state), load: loadSession, ...actions }
}

/** The wallet in whose name requests run. */
function actingOf({ wallets, chosen }: SessionState): string | null {
  return wallets?.find((wallet) => wallet === chosen) ?? wallets?.[0] ?? null
}

/** Asks the service who is signed in, where that is not known yet. */
export function loadSession() {
  listen()
  if (Date.now() - askedAt < FRESH_MS) return
  void ask()
}

let isListening = false

/** Signing in or out in another tab counts for this one. */
function listen() {
  if (isListening) return
  isListening = true
  window.addEventListener("storage", ({ key }) => {
    if (key === ACTING || key === SESSION_TIMES) void ask()
  })
}

async function ask() {
  askedAt = Date.now()
  turn += 1
  const mine = turn
  store.set({ chosen: recall(ACTING) })
  try {
    const { addresses } = await callApi("/api/auth/me", { response: me })
    if (mine === turn) know(addresses)
  } catch {
    if (mine !== turn) return
    // Nobody is known to be signed in; the next question may find out.
    askedAt = Date.now() - FRESH_MS + RETRY_MS
    if (!store.get().wallets) know([])
  }
}

function know(wallets: readonly string[]) {
  turn += 1
  store.set({ wallets })
  publishWallet({ signedIn: wallets })
}

function act(wallet: string) {
  remember(ACTING, wallet)
  store.set({ chosen: wallet })
}

/** After a sign-in: the wallet acts from now on. */
async function entered(wallet: string) {
  keepSignedIn(true)
  beganSession(wallet)
  const others = store.get().wallets?.filter((each) => each !== wallet) ?? []
  act(wallet)
  store.set({ hasExpired: false })
  know([wallet, ...others])
  await ask()
}

/** Signs out one wallet, or all of them. */
async function leave(wallet?: string) {
  const path = wallet ? `/api/auth/me?address=${wallet}` : "/api/auth/me"
  await callApi(path, { response: done, method: "DELETE" })
  endedSession(wallet ?? null)
  if (!wallet) keepSignedIn(false)
  store.set({ hasExpired: false })
  know(wallet ? (store.get().wallets ?? []).filter((each) => each !== wallet) : [])
  await ask()
}

/** A call in the name of the acting wallet; notices when the session has ended. */
async function request<S extends z.ZodType>(
  path: string,
  response: S,
  call: ApiCall = {},
): Promise<z.output<S>> {
  const wallet = actingOf(store.get())
  try {
    // Known beforehand, so that nothing is sent in vain.
    if (wallet && hasPassed(wallet)) throw new ApiFailure(401, "SESSION_ENDED", "Session ended", 0)
    return await callApi(path, { ...call, response, wallet })
  } catch (error) {
    if (error instanceof ApiFailure && hasEnded(error)) {
      store.set({ hasExpired: true })
      know([])
      await ask()
    }
    throw error
  }
}

function hasPassed(wallet: string) {
  const end = endOfSession(wallet)
  return end !== null && end <= Date.now()
}

function hasEnded({ status, code }: ApiFailure) {
  return status === 401 || code === "WALLET_NOT_IN_SESSION"
}

const actions = { entered, act, leave, request }
