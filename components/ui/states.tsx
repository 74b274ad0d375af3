import type { ReactNode } from "react"
import { classes } from "./classes"

/** Holds the place of something that is being loaded; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes("block animate-breathe rounded-control bg-sunken", className)}
    />
  )
}

/** What stands where a list has nothing to show, and what to do about it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-6 text-center">
      <p className="font-medium">{title}</p>
      {children && <p className="max-w-prose text-sm text-muted">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
