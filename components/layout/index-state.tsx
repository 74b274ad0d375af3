"use client"

import { type Freshness, useFreshness } from "@/components/live/freshness"
import { classes } from "@/components/ui/classes"
import { grouped } from "@/lib/format"

const dots: Record<Freshness["state"], string> = {
  fresh: "bg-kelp",
  late: "bg-sand",
  lost: "bg-sand",
  unknown: "bg-line-strong",
}

/** How far the index has read, in words. */
export function IndexState() {
  const freshness = useFreshness()
  return (
    <p className="flex min-h-11 items-center gap-2" data-testid="index-state">
      <span
        aria-hidden="true"
        className={classes("size-2 shrink-0 rounded-full", dots[freshness.state])}
      />
      <span className="figures">{textOf(freshness)}</span>
    </p>
  )
}

function textOf({ state, block, lag }: Freshness) {
  if (block === null) {
    return state === "lost" ? "Live updates are interrupted" : "Looking up the index"
  }
  const at = `block ${grouped(block)}`
  if (state === "lost") return `Live updates are interrupted; last seen at ${at}`
  if (state === "late") return `Indexed to ${at}, ${grouped(lag)} behind the chain`
  return `Indexed to ${at}`
}
