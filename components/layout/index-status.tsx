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
    return state === "lost" ? "Connection lost. Reconnecting…" : "Not indexed yet"
  }
  const at = `block ${formatInteger(block)}`
  if (state === "lost") return `Connection lost. Reconnecting… Last indexed ${at}`
  if (state === "late") return `Indexed to ${at}, ${formatInteger(lag)} blocks behind`
  return `Indexed to ${at}`
}
