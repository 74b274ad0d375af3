import type { ReactNode } from "react"
import { Time } from "./time"

type StaleProps = {
  /** Since when what is shown has not been confirmed; null while it is fresh. */
  since: Date | null
  className?: string
  children: ReactNode
}

/** Keeps late data in view, greyed and with its age. */
export function Stale({ since, className, children }: StaleProps) {
  return (
    <div className={className} data-stale={since ? "true" : undefined}>
      <div className={since ? "saturate-50 **:text-muted!" : undefined}>{children}</div>
      {since && (
        // Below, not on top: it must cover none of the figures.
        <p className="mt-1 ml-auto w-fit rounded-full bg-sand-soft px-2 py-0.5 text-xs text-sand">
          as of <Time time={since} />
        </p>
      )}
    </div>
  )
}
