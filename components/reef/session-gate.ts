"use client"

import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { Failure } from "@/components/browser/failure"
import type { useSession } from "@/components/wallet/session/session"
import { type ApiAnswer, ApiClientError, type ApiInput, type Endpoint } from "@/lib/api/client"

export type CallFailure = Failure & {
  /** 0 when waiting does not help. */
  retryAfterSeconds: number
}

type CallResult<T> = { answer: T; failure: null } | { answer: null; failure: CallFailure }

/** An action that waits for the user to sign in. */
type SignInRequest = {
  /** Completes the title "Sign in …", such as "to vote". */
  purpose: string
  settle: (me: string | null) => void
}

type ReefSession = {
  /** The signed-in wallet in whose name the Reef is used; null while none is signed in or it is not loaded. */
  me: string | null
  isKnown: boolean
  isAdmin: boolean
  signInRequest: SignInRequest | null
}

type SessionCalls = Pick<ReturnType<typeof useSession>, "selectWallet" | "request"> & {
  describeFailure: (error: unknown) => Failure
}

const SIGNED_OUT: ReefSession = { me: null, isKnown: false, isAdmin: false, signInRequest: null }

const store = createStore<ReefSession>()(() => SIGNED_OUT)
let calls: SessionCalls | null = null

/**
 * The session as the Reef's pages know it without the wallet code, which `SignInGate` loads when a wallet was
 * connected before or an action needs one.
 */
export const useReefSession = () => useStore(store)

/** Tells SignInDialog who is signed in, and gives it the session's calls. */
export function publishSession(
  session: Pick<ReefSession, "me" | "isKnown">,
  sessionCalls: SessionCalls,
) {
  calls = sessionCalls
  store.setState({ ...session, ...(session.me !== store.getState().me && { isAdmin: false }) })
  if (session.me) finishSignIn(session.me)
}

/** For SignInDialog. */
export const publishAdmin = (isAdmin: boolean) => store.setState({ isAdmin })

/** Settles the pending sign-in request; null when the user closed the dialog. */
export function finishSignIn(me: string | null) {
  const { signInRequest } = store.getState()
  if (!signInRequest) return
  store.setState({ signInRequest: null })
  signInRequest.settle(me)
}

/** The signed-in wallet, after asking the user to sign in if needed; null when they closed the dialog. */
export function requireSignIn(purpose: string): Promise<string | null> {
  const { me } = store.getState()
  if (me && calls) return Promise.resolve(me)
  finishSignIn(null)
  return new Promise((resolve) => store.setState({ signInRequest: { purpose, settle: resolve } }))
}

/** Calls the API as the signed-in wallet, after asking to sign in if needed; null when the user closed the dialog. */
export async function callSignedIn<E extends Endpoint>(
  purpose: string,
  endpoint: E,
  input: ApiInput<E>,
) {
  return (await requireSignIn(purpose)) ? callIfSignedIn(endpoint, input) : null
}

/** Calls the API as the signed-in wallet; null when none is signed in. */
export async function callIfSignedIn<E extends Endpoint>(
  endpoint: E,
  input: ApiInput<E>,
): Promise<CallResult<ApiAnswer<E>> | null> {
  const { me } = store.getState()
  if (!me || !calls) return null
  const { selectWallet, request, describeFailure } = calls
  try {
    selectWallet(me)
    return { answer: await request(endpoint, input), failure: null }
  } catch (error) {
    const retryAfterSeconds = error instanceof ApiClientError ? error.retryAfterSeconds : 0
    return { answer: null, failure: { ...describeFailure(error), retryAfterSeconds } }
  }
}
