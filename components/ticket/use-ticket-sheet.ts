"use client"

import { type ComponentType, useCallback, useEffect, useState } from "react"
import { whenIdle } from "@/components/browser/when-idle"
import type { TicketSheetProps } from "./ticket-sheet"

/** Dialogs come with the first press. */
const loadSheet = () => import("./ticket-sheet").then(({ TicketSheet }) => TicketSheet)

/** From here on a ticket stands beside the page; below, it is a sheet. Tailwind's `lg`. */
const CARD_QUERY = "(min-width: 64rem)"

/** Where a ticket is shown: as a card on wide screens, on narrow ones in a sheet that loads when it is asked for. */
export function useTicketSheet<T>() {
  const isCard = useIdleMatch(CARD_QUERY)
  const [wanted, setWanted] = useState<T | null>(null)
  const [Sheet, setSheet] = useState<ComponentType<TicketSheetProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const open = useCallback((what: T) => {
    setWanted(what)
    setFailed(false)
    loadSheet().then(
      (loaded) => setSheet(() => loaded),
      () => {
        setWanted(null)
        setFailed(true)
      },
    )
  }, [])
  return {
    isCard,
    Sheet,
    /** What the sheet is open for. */
    wanted,
    /** What it will be open for once its code is there. */
    awaited: Sheet ? null : wanted,
    hasFailed,
    open,
    close: () => setWanted(null),
    approach: () => void loadSheet().catch(() => {}),
  }
}

/** Whether the screen is as described, known once the page has nothing better to do. */
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
