"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import type { DraftStore, Kept } from "./drafts"

/** The draft, kept in this browser with every change. */
export function useDraft<D extends object>(store: DraftStore<D>) {
  // What the server and the first look show, before the browser's own draft is read.
  const [kept, setKept] = useState<Kept<D>>({ id: "", draft: store.empty, created: null })
  const [isKept, setIsKept] = useState(true)
  const isDropped = useRef(false)
  useEffect(() => setKept(store.find() ?? store.fresh()), [store])

  useEffect(() => {
    const { id, draft, created } = kept
    const isWorthKeeping = created !== null || JSON.stringify(draft) !== JSON.stringify(store.empty)
    if (id && isWorthKeeping && !isDropped.current) setIsKept(store.keep(kept))
  }, [kept, store])

  const edit = useCallback(
    (part: Partial<D>) => setKept((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    [],
  )
  const noteCreated = useCallback((created: string) => setKept((now) => ({ ...now, created })), [])
  /** For good: what the page still notes on its way out does not bring it back. */
  const drop = useCallback(() => {
    isDropped.current = true
    store.drop()
  }, [store])
  return { ...kept, isLoaded: kept.id !== "", isKept, edit, noteCreated, drop }
}
