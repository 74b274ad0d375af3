"use client"

import { useEffect } from "react"
import { Icon } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"
import { formatInteger } from "@/lib/format"
import { type IndexFreshness, useIndexFreshness } from "./index-freshness"

/**
 * Appears over the page while what it shows may be out of date, and greys its figures (see globals.css);
 * it covers nothing's place, so nothing moves.
 */
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
                What you see is from <Time time={since} />.
              </span>
            )}
          </span>
        </p>
      )}
    </div>
  )
}

function describeFreshness({ state, lag }: IndexFreshness) {
  if (state === "lost") return "The connection is interrupted; it is being tried again."
  return `The index is ${formatInteger(lag)} blocks behind the chain.`
}
