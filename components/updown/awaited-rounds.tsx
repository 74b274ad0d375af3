"use client"

import { type ReactNode, useEffect, useState } from "react"
import { callApi } from "@/lib/api/client"
import type { RoundsView } from "@/lib/updown/view"
import { LiveRoundsProvider } from "./live-rounds"
import { parseRoundsView } from "./parse-view"

/** Between two tries while the node does not answer. */
const RETRY_MS = 3_000

type Props = {
  /** Null when the node did not answer the page in time. */
  initial: RoundsView | null
  /** Keeps the place until the data arrives. */
  placeholder: ReactNode
  children: ReactNode
}

/** Provides the rounds to its children, as soon as they are loaded. */
export function AwaitedRounds({ initial, placeholder, children }: Props) {
  const [loaded, setFound] = useState<RoundsView | null>(null)
  const view = initial ?? loaded
  const isMissing = view === null
  useEffect(() => {
    if (!isMissing) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const read = async () => {
      const answer = await callApi("GET /api/internal/rounds", {}).catch(() => null)
      if (isGone) return
      if (answer?.view) setFound(parseRoundsView(answer.view))
      else timer = setTimeout(read, RETRY_MS)
    }
    void read()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isMissing])
  return view ? <LiveRoundsProvider initial={view}>{children}</LiveRoundsProvider> : placeholder
}
