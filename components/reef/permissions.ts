"use client"

import { useCallback, useEffect } from "react"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { field } from "./json"
import { callIfSignedIn, useReefSession } from "./session-gate"

/** What the signed-in wallet may do; see lib/reef/permissions. */
export type ReefPermissions = {
  isAdmin: boolean
  isAgent: boolean
  mayReport: boolean
  isBanned: boolean
  mutedUntil: Date | null
  nextPostAt: Date | null
  /** Its own posts that were hidden lately. */
  hidden: readonly { id: string; title: string }[]
}

type LoadedPermissions = { me: string; standing: ReefPermissions } | null

const store = createStore<{ known: LoadedPermissions }>()(() => ({ known: null }))
/** The question under way, which all who want to know share. */
let pendingRequest: { me: string; answer: Promise<void> } | null = null

/** Null while nobody is signed in or it is not known; `ask` asks again. */
export function usePermissions() {
  const { me } = useReefSession()
  const { known } = useStore(store)
  const ask = useCallback(async () => {
    if (!me) return
    if (pendingRequest?.me !== me) pendingRequest = { me, answer: loadPermissions(me) }
    await pendingRequest.answer
  }, [me])
  useEffect(() => void ask(), [ask])
  return { standing: known && known.me === me ? known.standing : null, ask }
}

async function loadPermissions(me: string) {
  const standing = await fetchPermissions()
  // Somebody else has signed in meanwhile.
  if (pendingRequest?.me !== me) return
  pendingRequest = null
  if (standing) store.setState({ known: { me, standing } })
}

async function fetchPermissions(): Promise<ReefPermissions | null> {
  const said = await callIfSignedIn("/reef/standing")
  if (!said || said.refusal) return null
  const data = field<object>(said.json, "data", {})
  return {
    isAdmin: field(data, "isAdmin", false),
    isAgent: field(data, "isAgent", false),
    mayReport: field(data, "mayReport", false),
    isBanned: field(data, "isBanned", false),
    mutedUntil: dateOf(field(data, "mutedUntil", "")),
    nextPostAt: dateOf(field(data, "nextPostAt", "")),
    hidden: field<unknown[]>(data, "hidden", []).map((post) => ({
      id: field(post, "id", ""),
      title: field(post, "title", ""),
    })),
  }
}

const dateOf = (text: string) => (text ? new Date(text) : null)
