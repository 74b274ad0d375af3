"use client"

import { type ReactNode, useState } from "react"

type TradeTapeProps = {
  /** Ids of the trades in `children`, newest first. */
  ids: readonly string[]
  children: ReactNode
}

/** Trades that are added at the top as they come. Pausing holds new rows back. */
export function TradeTape({ ids, children }: TradeTapeProps) {
  const [paused, setPaused] = useState<TradeTapeProps | null>(null)
  return (
    <>
      <PauseButton
        isPaused={paused !== null}
        onToggle={() => setPaused(paused ? null : { ids, children })}
        waiting={paused ? countNewer(ids, paused.ids) : 0}
      />
      {paused ? paused.children : children}
    </>
  )
}

type PauseButtonProps = { isPaused: boolean; waiting: number; onToggle: () => void }

function PauseButton({ isPaused, waiting, onToggle }: PauseButtonProps) {
  return (
    <button
      aria-pressed={isPaused}
      className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-ink"
      onClick={onToggle}
      type="button"
    >
      <span
        aria-hidden="true"
        className={isPaused ? "size-2 rounded-full bg-sand" : "size-2 rounded-full bg-kelp"}
      />
      {isPaused ? `Paused, ${waiting} new` : "Live"}
      <span className="text-accent">{isPaused ? "Resume" : "Pause"}</span>
    </button>
  )
}

/** Row ids are ascending: higher ones than the newest paused row are new. */
function countNewer(ids: readonly string[], frozen: readonly string[]) {
  const newest = BigInt(frozen[0] ?? 0)
  return ids.filter((id) => BigInt(id) > newest).length
}
