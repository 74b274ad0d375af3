import type { ReactNode } from "react"
import { Time } from "./time"

type StaleProps = {
  /** When the data was last up to date; null while it is. */
  since: Date | null
  children: ReactNode
}

/** Greys out stale data and shows its age. */
export function Stale({ since, children }: StaleProps) {
  return (
    <div data-stale={since ? "true" : undefined}>
      <div className={since ? "saturate-50 **:text-muted!" : undefined}>{children}</div>
      {since && (
        // Below the data, which it must not cover.
        <p className="mt-1 ml-auto w-fit rounded-full bg-sand-soft px-2 py-0.5 text-xs text-sand">
          as of <Time time={since} />
        </p>
      )}
    </div>
  )
}
