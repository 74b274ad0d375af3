"use client"

import { useEffect, useState } from "react"
import { useLiveState } from "@/components/live/live-refresh"
import { classes } from "@/components/ui/classes"

/** From here on the index counts as late. */
const LATE_BLOCKS = 3

/** Pages that watch nothing have no stream; they ask now and then instead. */
const ASK_AFTER_MS = 1_500
const ASK_EVERY_MS = 30_000

type Position = { block: number | null; head: number | null }
type Sign = { tone: "good" | "late" | "unknown"; text: string }

const dots: Record<Sign["tone"], string> = {
  good: "bg-kelp",
  late: "bg-sand",
  unknown: "bg-line-strong",
}

/** How far the index has read: from the stream of a live page, else asked for. */
export function IndexState() {
  const { status, block, head } = useLiveState()
  const hasStream = status === "live" || status === "polling"
  const asked = useAskedPosition(hasStream)
  const position = block === null && asked ? asked : { block, head }
  const { tone, text } = signOf(position, status === "polling")
  return (
    <p className="flex min-h-11 items-center gap-2" data-testid="index-state">
      <span aria-hidden="true" className={classes("size-2 shrink-0 rounded-full", dots[tone])} />
      <span className="figures">{text}</span>
    </p>
  )
}

function useAskedPosition(hasStream: boolean): Position | null {
  const [position, setPosition] = useState<Position | null>(null)
  useEffect(() => {
    if (hasStream) return
    let isMounted = true
    const ask = async () => {
      if (document.hidden) return
      const answer = await read()
      if (isMounted) setPosition(answer)
    }
    const first = setTimeout(ask, ASK_AFTER_MS)
    const timer = setInterval(ask, ASK_EVERY_MS)
    return () => {
      isMounted = false
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [hasStream])
  return position
}

async function read(): Promise<Position | null> {
  try {
    // 503 comes with the same body.
    const response = await fetch("/api/health", { cache: "no-store" })
    return positionOf(await response.json())
  } catch {
    return null
  }
}

/** By hand: a library for this would be part of every page. */
function positionOf(health: unknown): Position | null {
  const index = field(field(health, "checks"), "index")
  if (index === undefined) return null
  const block = field(index, "indexedBlock")
  const head = field(index, "head")
  return {
    block: typeof block === "number" ? block : null,
    head: typeof head === "number" ? head : null,
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}

function signOf({ block, head }: Position, isInterrupted: boolean): Sign {
  if (block === null) {
    return isInterrupted
      ? { tone: "late", text: "Live updates are interrupted" }
      : { tone: "unknown", text: "Looking up the index" }
  }
  const at = `block ${block.toLocaleString("en-US")}`
  if (isInterrupted) {
    return { tone: "late", text: `Live updates are interrupted; last seen at ${at}` }
  }
  const lag = head === null ? 0 : Math.max(0, head - block)
  return lag > LATE_BLOCKS
    ? { tone: "late", text: `Indexed to ${at}, ${lag.toLocaleString("en-US")} behind the chain` }
    : { tone: "good", text: `Indexed to ${at}` }
}
