"use client"

import { useCallback, useEffect } from "react"
import { createStore, useStore } from "@/components/wallet/external-store"
import { callQuietly, useDesk } from "./desk"
import { field } from "./json"

/** What the signed-in wallet may do; see lib/reef/standing. */
export type OwnStanding = {
  isAdmin: boolean
  isAgent: boolean
  mayReport: boolean
  isBanned: boolean
  mutedUntil: Date | null
  nextPostAt: Date | null
  /** Its own posts that were hidden lately. */
  hidden: readonly { id: string; title: string }[]
}

type Known = { me: string; standing: OwnStanding } | null

const store = createStore<{ known: Known }>({ known: null })
const NOTHING = { known: null }
/** The question under way, which all who want to know share. */
let asking: { me: string; answer: Promise<void> } | null = null

/** Null while nobody is signed in or it is not known; `ask` asks again. */
export function useStanding() {
  const { me } = useDesk()
  const { known } = useStore(store, NOTHING)
  const ask = useCallback(async () => {
    if (!me) return
    if (asking?.me !== me) asking = { me, answer: learn(me) }
    await asking.answer
  }, [me])
  useEffect(() => void ask(), [ask])
  return { standing: known && known.me === me ? known.standing : null, ask }
}

async function learn(me: string) {
  const standing = await find()
  // Somebody else has signed in meanwhile.
  if (asking?.me !== me) return
  asking = null
  if (standing) store.set({ known: { me, standing } })
}

async function find(): Promise<OwnStanding | null> {
  const said = await callQuietly("/reef/standing")
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
