"use client"

import { useCallback, useEffect, useState } from "react"
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

/** Null while nobody is signed in or it is not known; `ask` asks again. */
export function useStanding() {
  const { me } = useDesk()
  const [known, setKnown] = useState<{ me: string; standing: OwnStanding } | null>(null)
  const ask = useCallback(async () => {
    if (!me) return
    const standing = await find()
    if (standing) setKnown({ me, standing })
  }, [me])
  useEffect(() => void ask(), [ask])
  return { standing: known && known.me === me ? known.standing : null, ask }
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
