"use client"

import { createStore, useStore } from "@/components/wallet/external-store"
import type { Failure } from "@/components/wallet/failure"

/** Why something was not done, in words, and when it may be tried again. */
export type Refusal = Failure & {
  /** 0 when waiting does not help. */
  retryAfterSeconds: number
}

export type Call = { method?: "GET" | "POST" | "PATCH" | "DELETE"; body?: unknown }
export type Said = { json: unknown; refusal: null } | { json: null; refusal: Refusal }

type Send = (path: string, call: Call) => Promise<Said>

/** A wish to do something, which waits for somebody to be signed in. */
type Asked = {
  /** What it is for: "Sign in to …". */
  purpose: string
  settle: (me: string | null) => void
}

type Desk = {
  /** The signed-in wallet in whose name the Reef is used; null while there is none or it is not known. */
  me: string | null
  isKnown: boolean
  /** Moderates the Reef. */
  isAdmin: boolean
  asked: Asked | null
}

const NOBODY: Desk = { me: null, isKnown: false, isAdmin: false, asked: null }

const store = createStore<Desk>(NOBODY)
let send: Send | null = null

/**
 * Who uses the Reef, for parts of the page that must not bring the wallet's code: that comes with the desk's
 * room, once somebody has a wallet here or wants to do something.
 */
export const useDesk = () => useStore(store, NOBODY)

/** For the room: who is there, and the way to the service in their name. */
export function openDesk({
  me,
  isKnown,
  send: way,
}: Pick<Desk, "me" | "isKnown"> & {
  send: Send
}) {
  send = way
  store.set({ me, isKnown, ...(me !== store.get().me && { isAdmin: false }) })
  if (me) settle(me)
}

/** For the room: whether it is a moderator who is there. */
export const noteAdmin = (isAdmin: boolean) => store.set({ isAdmin })

/** Ends the waiting; null when the person gave up. */
export function settle(me: string | null) {
  const { asked } = store.get()
  if (!asked) return
  store.set({ asked: null })
  asked.settle(me)
}

/** The signed-in wallet, after asking for it where there is none; null when the person gave up. */
export function signedIn(purpose: string): Promise<string | null> {
  const { me } = store.get()
  if (me && send) return Promise.resolve(me)
  settle(null)
  return new Promise((resolve) => store.set({ asked: { purpose, settle: resolve } }))
}

/** Calls the service in the name of whoever is signed in; null when nobody wanted to be. */
export async function callFor(purpose: string, path: string, call: Call = {}) {
  const me = await signedIn(purpose)
  return me && send ? send(path, call) : null
}

/** The same without asking anybody to sign in. */
export async function callQuietly(path: string, call: Call = {}): Promise<Said | null> {
  return store.get().me && send ? send(path, call) : null
}
