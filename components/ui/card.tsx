import type { ReactNode } from "react"
import { cn } from "./cn"
import { SectionBoundary } from "./section-boundary"

type CardProps = {
  title?: string
  /** To the right of the title. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Card({ title, aside, className, children }: CardProps) {
  return (
    <section className={cn("card", className)}>
      {title && (
        <header className="card-header">
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      <SectionBoundary>{children}</SectionBoundary>
    </section>
  )
}
