"use client"

import { useCallback, useEffect, useState } from "react"
import { whenIdle } from "@/components/browser/when-idle"

/** Loaded with the first press. */
const loadSheet = () => import("@/components/ui/dialog").then(({ Sheet }) => Sheet)

/** From this width on, a ticket is shown beside the page; below, in a sheet. Tailwind's `lg`. */
const CARD_QUERY = "(min-width: 64rem)"

export type TicketSheetState<T> = ReturnType<typeof useTicketSheet<T>>

/** The place of a ticket: a card on wide screens, and on narrow ones a sheet that loads on demand. */
export function useTicketSheet<T>() {
  const isCard = useIdleMatch(CARD_QUERY)
  const [target, setTarget] = useState<T | null>(null)
  const [Sheet, setSheet] = useState<Awaited<ReturnType<typeof loadSheet>> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const open = useCallback((next: T) => {
    setTarget(next)
    setFailed(false)
    loadSheet().then(
      (loaded) => setSheet(() => loaded),
      () => {
        setTarget(null)
        setFailed(true)
      },
    )
  }, [])
  return {
    isCard,
    Sheet,
    /** The target of the open sheet; null while closed. */
    target,
    /** The target for which the sheet opens once its code has loaded. */
    loadingTarget: Sheet ? null : target,
    hasFailed,
    open,
    close: () => setTarget(null),
    preload: () => void loadSheet().catch(() => {}),
  }
}

/** Whether the window has room for the ticket as a card, which may not have been loaded yet. */
export const fitsCard = () => matchMedia(CARD_QUERY).matches

/** Whether a media query matches; false until the browser is idle, so that the ticket loads after the page. */
function useIdleMatch(query: string): boolean {
  const [isMatch, setIsMatch] = useState(false)
  useEffect(() => {
    const list = matchMedia(query)
    const update = () => setIsMatch(list.matches)
    const cancel = whenIdle(() => {
      update()
      list.addEventListener("change", update)
    }, IDLE_TIMEOUT_MS)
    return () => {
      cancel()
      list.removeEventListener("change", update)
    }
  }, [query])
  return isMatch
}

const IDLE_TIMEOUT_MS = 2_000
