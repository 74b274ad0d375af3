import type { ReactNode } from "react"
import { cn } from "./cn"
import { SectionBoundary } from "./section-boundary"
import { ServerMarkup } from "./server-markup"

type CardProps = {
  title?: string
  /** To the right of the title. */
  aside?: ReactNode
  /** Whether it holds only what ServerMarkup may hold. */
  isMarkup?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, aside, isMarkup = false, className, children }: CardProps) {
  const content = (
    <>
      {title && (
        <header className="card-header">
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {isMarkup ? children : <SectionBoundary>{children}</SectionBoundary>}
    </>
  )
  const classNames = cn("card", className)
  return isMarkup ? (
    <ServerMarkup tag="section" className={classNames}>
      {content}
    </ServerMarkup>
  ) : (
    <section className={classNames}>{content}</section>
  )
}
