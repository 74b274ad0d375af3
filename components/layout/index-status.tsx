"use client"

import { type IndexFreshness, useIndexFreshness } from "@/components/live/index-freshness"
import { cn } from "@/components/ui/cn"
import { formatInteger } from "@/lib/format"

const dotColors: Record<IndexFreshness["state"], string> = {
  fresh: "bg-kelp",
  late: "bg-sand",
  lost: "bg-sand",
  unknown: "bg-line-strong",
}

/** How far the index has read, in words. */
export function IndexStatus() {
  const freshness = useIndexFreshness()
  return (
    <p className="flex min-h-11 items-center gap-2" data-testid="index-state">
      <span
        aria-hidden="true"
        className={cn("size-2 shrink-0 rounded-full", dotColors[freshness.state])}
      />
      <span className="figures">{describeStatus(freshness)}</span>
    </p>
  )
}

function describeStatus({ state, block, lag }: IndexFreshness) {
  if (block === null) {
    return state === "lost" ? "Live updates are interrupted" : "Looking up the index"
  }
  const at = `block ${formatInteger(block)}`
  if (state === "lost") return `Live updates are interrupted; last seen at ${at}`
  if (state === "late") return `Indexed to ${at}, ${formatInteger(lag)} behind the chain`
  return `Indexed to ${at}`
}
