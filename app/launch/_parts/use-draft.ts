"use client"

import { useCallback, useEffect, useState } from "react"
import { EMPTY, findDraft, type KeptDraft, keepDraft, newDraft } from "./draft"
import type { Draft } from "./plan"

/** What the server and the first look show, before the browser's own draft is read. */
const BLANK: KeptDraft = { id: "", draft: EMPTY, created: null }

/** The draft, kept in this browser with every change. */
export function useDraft() {
  const [kept, setKept] = useState(BLANK)
  const [isKept, setIsKept] = useState(true)
  useEffect(() => setKept(findDraft() ?? newDraft()), [])

  const change = useCallback((next: (now: KeptDraft) => KeptDraft) => setKept(next), [])
  useEffect(() => {
    if (kept.id && isWorthKeeping(kept)) setIsKept(keepDraft(kept))
  }, [kept])

  const edit = useCallback(
    (part: Partial<Draft>) => change((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    [change],
  )
  const noteCreated = useCallback(
    (created: string) => change((now) => ({ ...now, created })),
    [change],
  )
  return { ...kept, isLoaded: kept.id !== "", isKept, edit, noteCreated }
}

const isWorthKeeping = ({ draft, created }: KeptDraft) =>
  created !== null || JSON.stringify(draft) !== JSON.stringify(EMPTY)
