import type { ReactNode } from "react"
import { Icon } from "./icon"

type Props = {
  label: ReactNode
  /** At the right end of the summary. */
  value?: ReactNode
  children: ReactNode
}

/** A collapsible section; works without scripts. */
export function Disclosure({ label, value, children }: Props) {
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 text-sm text-muted">
        <span className="min-w-0">{label}</span>
        <span className="figures flex min-w-0 items-center gap-1 font-medium text-ink">
          <span className="min-w-0 truncate">{value}</span>
          <span className="transition-transform group-open:rotate-180">
            <Icon name="chevron" size={16} />
          </span>
        </span>
      </summary>
      <div className="grid gap-1 border-l-2 border-line pl-3">{children}</div>
    </details>
  )
}
