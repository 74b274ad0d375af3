import type { ReactNode } from "react"
import { Button } from "./button"
import { cn } from "./cn"
import { Icon, type IconName } from "./icon"

/** A loading placeholder; give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block animate-breathe rounded-control bg-sunken", className)}
    />
  )
}

type EmptyStateProps = {
  title: string
  icon?: IconName
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-6 text-center">
      {icon && (
        <span className="mb-1 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon name={icon} size={24} />
        </span>
      )}
      <p className="font-medium">{title}</p>
      {children && <p className="max-w-prose text-sm text-muted">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

type ErrorStateProps = {
  title: string
  /** Identifies the error in reports. */
  code?: string
  children?: ReactNode
  onRetry?: () => void
}

export function ErrorState({ title, code, children, onRetry }: ErrorStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-6 text-center" role="alert">
      <span className="mb-1 flex size-12 items-center justify-center rounded-full bg-coral-soft text-coral">
        <Icon name="warning" size={24} />
      </span>
      <p className="font-medium">{title}</p>
      {children && <p className="max-w-prose text-sm text-muted">{children}</p>}
      {code && <p className="text-xs text-muted">Code {code}</p>}
      {onRetry && (
        <Button className="mt-2" variant="secondary" onClick={onRetry}>
          <Icon name="refresh" size={18} />
          Try again
        </Button>
      )}
    </div>
  )
}
