import type { ReactNode } from "react"
import { cn } from "./cn"

type CardProps = {
  title?: string
  /** To the right of the title. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Card({ title, aside, className, children }: CardProps) {
  return (
    <section
      className={cn("rounded-card border border-line bg-surface p-4 shadow-card sm:p-5", className)}
    >
      {title && (
        <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
