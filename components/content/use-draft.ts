"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import type { DraftStore, StoredDraft } from "./draft-store"

/** A draft that is stored in this browser on every change. */
export function useDraft<D extends object>(store: DraftStore<D>) {
  // The first render equals the server's; the stored draft is read in an effect.
  const [kept, setKept] = useState<StoredDraft<D>>({ id: "", draft: store.empty, created: null })
  const [isKept, setIsKept] = useState(true)
  const isEmpty = isEqual(kept.draft, store.empty)
  const isDropped = useRef(false)
  useEffect(() => setKept(store.load() ?? store.create()), [store])

  useEffect(() => {
    const { id, draft, created } = kept
    const isWorthKeeping = created !== null || !isEqual(draft, store.empty)
    if (id && isWorthKeeping && !isDropped.current) setIsKept(store.save(kept))
  }, [kept, store])

  const edit = useCallback(
    (part: Partial<D>) => setKept((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    [],
  )
  const setCreated = useCallback((created: string) => setKept((now) => ({ ...now, created })), [])
  /** Permanent: later changes of this page do not store it again. */
  const drop = useCallback(() => {
    isDropped.current = true
    store.remove()
  }, [store])
  return { ...kept, isLoaded: kept.id !== "", isEmpty, isKept, edit, noteCreated: setCreated, drop }
}

const isEqual = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
