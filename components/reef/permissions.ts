"use client"

import { useCallback, useEffect } from "react"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { ApiAnswer } from "@/lib/api/client"
import { callIfSignedIn, useReefSession } from "./session-gate"

/** Permissions of the signed-in wallet; see lib/reef/permissions. */
export type ReefPermissions = ApiAnswer<"GET /api/internal/reef/permissions">["data"]

type LoadedPermissions = { me: string; permissions: ReefPermissions } | null

const store = createStore<{ loaded: LoadedPermissions }>()(() => ({ loaded: null }))
/** Shared by all components that ask while it is pending. */
let pendingRequest: { me: string; answer: Promise<void> } | null = null

/** Null while signed out or loading; `reload` reads them again. */
export function usePermissions() {
  const { me } = useReefSession()
  const { loaded } = useStore(store)
  const reload = useCallback(async () => {
    if (!me) return
    if (pendingRequest?.me !== me) pendingRequest = { me, answer: loadPermissions(me) }
    await pendingRequest.answer
  }, [me])
  useEffect(() => void reload(), [reload])
  return { permissions: loaded && loaded.me === me ? loaded.permissions : null, reload }
}

async function loadPermissions(me: string) {
  const result = await callIfSignedIn("GET /api/internal/reef/permissions", {})
  // Another wallet signed in meanwhile.
  if (pendingRequest?.me !== me) return
  pendingRequest = null
  if (result?.answer) store.setState({ loaded: { me, permissions: result.answer.data } })
}
