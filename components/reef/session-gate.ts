"use client"

import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { Failure } from "@/components/browser/failure"

/** Why something was not done, in words, and when it may be tried again. */
export type CallFailure = Failure & {
  /** 0 when waiting does not help. */
  retryAfterSeconds: number
}

export type ReefCall = { method?: "GET" | "POST" | "PATCH" | "DELETE"; body?: unknown }
export type CallResult = { json: unknown; refusal: null } | { json: null; refusal: CallFailure }

type SendCall = (path: string, call: ReefCall) => Promise<CallResult>

/** A wish to do something, which waits for somebody to be signed in. */
type SignInRequest = {
  /** What it is for: "Sign in to …". */
  purpose: string
  settle: (me: string | null) => void
}

type ReefSession = {
  /** The signed-in wallet in whose name the Reef is used; null while there is none or it is not known. */
  me: string | null
  isKnown: boolean
  /** Moderates the Reef. */
  isAdmin: boolean
  signInRequest: SignInRequest | null
}

const SIGNED_OUT: ReefSession = { me: null, isKnown: false, isAdmin: false, signInRequest: null }

const store = createStore<ReefSession>()(() => SIGNED_OUT)
let send: SendCall | null = null

/**
 * Who uses the Reef, for parts of the page that must not bring the wallet's code: that comes with the desk's
 * room, once somebody has a wallet here or wants to do something.
 */
export const useReefSession = () => useStore(store)

/** For the room: who is there, and the way to the service in their name. */
export function publishSession({
  me,
  isKnown,
  send: sendCall,
}: Pick<ReefSession, "me" | "isKnown"> & {
  send: SendCall
}) {
  send = sendCall
  store.setState({ me, isKnown, ...(me !== store.getState().me && { isAdmin: false }) })
  if (me) finishSignIn(me)
}

/** For the room: whether it is a moderator who is there. */
export const publishAdmin = (isAdmin: boolean) => store.setState({ isAdmin })

/** Ends the waiting; null when the person gave up. */
export function finishSignIn(me: string | null) {
  const { signInRequest } = store.getState()
  if (!signInRequest) return
  store.setState({ signInRequest: null })
  signInRequest.settle(me)
}

/** The signed-in wallet, after asking for it where there is none; null when the person gave up. */
export function requireSignIn(purpose: string): Promise<string | null> {
  const { me } = store.getState()
  if (me && send) return Promise.resolve(me)
  finishSignIn(null)
  return new Promise((resolve) => store.setState({ signInRequest: { purpose, settle: resolve } }))
}

/** Calls the service in the name of whoever is signed in; null when nobody wanted to be. */
export async function callSignedIn(purpose: string, path: string, call: ReefCall = {}) {
  const me = await requireSignIn(purpose)
  return me && send ? send(path, call) : null
}

/** The same without asking anybody to sign in. */
export async function callIfSignedIn(
  path: string,
  call: ReefCall = {},
): Promise<CallResult | null> {
  return store.getState().me && send ? send(path, call) : null
}
