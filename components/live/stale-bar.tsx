"use client"

import { useEffect } from "react"
import { Icon } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"
import { formatInteger } from "@/lib/format"
import { type IndexFreshness, useIndexFreshness } from "./index-freshness"

/** Shown while the data may be stale; greys out the page's figures (see globals.css). An overlay: nothing moves. */
export function StaleBar() {
  const freshness = useIndexFreshness()
  const { state, since } = freshness
  const isStale = state === "late" || state === "lost"
  useEffect(() => {
    const { dataset } = document.documentElement
    if (isStale) dataset.stale = "true"
    else delete dataset.stale
  }, [isStale])
  return (
    <div aria-live="polite" className="absolute inset-x-0 top-full" role="status">
      {isStale && (
        <p
          className="flex items-center justify-center gap-2 bg-sand-soft px-4 py-2 text-center text-sm text-sand shadow-card"
          data-testid="stale-bar"
        >
          <Icon name="warning" size={16} />
          <span>
            {describeFreshness(freshness)}
            {since && (
              <span aria-hidden="true">
                {" "}
                Last updated <Time time={since} />.
              </span>
            )}
          </span>
        </p>
      )}
    </div>
  )
}

function describeFreshness({ state, lag }: IndexFreshness) {
  if (state === "lost") return "Connection lost. Reconnecting…"
  return `Data is ${formatInteger(lag)} blocks behind the chain.`
}
