"use client"

import Link from "next/link"
import type { MouseEvent } from "react"
import { Icon } from "@/components/ui/icon"

/** Link to the feed; goes back in the history if the visitor came from there, which keeps the scroll position. */
export function BackToReef() {
  return (
    <Link
      className="inline-flex min-h-11 items-center gap-1 justify-self-start text-sm text-muted hover:text-accent"
      href="/reef"
      onClick={goBack}
      prefetch={false}
    >
      <Icon name="left" size={16} />
      The Reef
    </Link>
  )
}

function goBack(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !cameFromFeed()) return
  event.preventDefault()
  history.back()
}

/** False in browsers without the Navigation API. */
function cameFromFeed(): boolean {
  const { navigation }: { navigation?: Navigation } = window
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  return Boolean(before?.url) && new URL(before?.url ?? "").pathname === "/reef"
}
