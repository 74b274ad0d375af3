import type { ReactNode } from "react"
import { ButtonLink } from "@/components/ui/button"
import { cn } from "@/components/ui/cn"
import { Icon, type IconName } from "@/components/ui/icon"

type PageMessageProps = {
  icon: IconName
  isProblem?: boolean
  title: string
  /** One or two sentences below the title. */
  text: string
  children?: ReactNode
}

/** A page that is only a message: not found, failed, unavailable. */
export function PageMessage({ icon, isProblem, title, text, children }: PageMessageProps) {
  return (
    <div
      className="mx-auto grid w-full max-w-xl grid-cols-1 gap-4 py-12 text-center"
      role={isProblem ? "alert" : undefined}
    >
      <span
        className={cn(
          "mx-auto flex size-14 items-center justify-center rounded-full",
          isProblem ? "bg-coral-soft text-coral" : "bg-accent-soft text-accent",
        )}
      >
        <Icon name={icon} size={28} />
      </span>
      <h1>{title}</h1>
      <p className="text-muted">{text}</p>
      {children}
    </div>
  )
}

/** A retry button beside a link to the home page. */
export function RetryOrHome({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {children}
      <ButtonLink href="/" variant="secondary">
        Go home
      </ButtonLink>
    </div>
  )
}
