"use client"

import { zeroAddress } from "viem"
import { LiveRefresh, useLiveState } from "@/components/live/live-refresh"
import { classes } from "@/components/ui/classes"
import type { LiveState } from "@/lib/live/connection"

/** No token has it: keeps the stream open on pages that watch nothing, and has nothing read again. */
const NO_TOKEN = [zeroAddress]

/** From here on the index counts as late. */
const LATE_BLOCKS = 3

type Sign = { tone: "good" | "late" | "unknown"; text: string }

const dots: Record<Sign["tone"], string> = {
  good: "bg-kelp",
  late: "bg-sand",
  unknown: "bg-line-strong",
}

/** How far the index has read, from the stream that also refreshes the pages. */
export function IndexState() {
  const { tone, text } = signOf(useLiveState())
  return (
    <p className="flex min-h-11 items-center gap-2" data-testid="index-state">
      <LiveRefresh topics={NO_TOKEN} />
      <span aria-hidden="true" className={classes("size-2 shrink-0 rounded-full", dots[tone])} />
      <span className="figures">{text}</span>
    </p>
  )
}

function signOf({ status, block, head }: LiveState): Sign {
  const at = block === null ? "" : `block ${block.toLocaleString("en-US")}`
  if (status === "polling") {
    return { tone: "late", text: `Live updates are interrupted${at && `; last seen at ${at}`}` }
  }
  if (!at) {
    return status === "live"
      ? { tone: "late", text: "The index has not read a block yet" }
      : { tone: "unknown", text: "Looking up the index" }
  }
  const lag = block !== null && head !== null ? Math.max(0, head - block) : 0
  return lag > LATE_BLOCKS
    ? { tone: "late", text: `Indexed to ${at}, ${lag.toLocaleString("en-US")} behind the chain` }
    : { tone: "good", text: `Indexed to ${at}` }
}
