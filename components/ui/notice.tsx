import type { ReactNode } from "react"
import { cn } from "./cn"
import { Icon, type IconName } from "./icon"

export type Tone = "info" | "good" | "warning" | "bad"

const backgrounds: Record<Tone, string> = {
  info: "bg-accent-soft",
  good: "bg-kelp-soft",
  warning: "bg-sand-soft",
  bad: "bg-coral-soft",
}

type NoticeProps = {
  tone?: Tone
  title?: string
  children?: ReactNode
  /** A button or link that resolves it. */
  action?: ReactNode
}

export function Notice({ tone = "info", title, children, action }: NoticeProps) {
  return (
    <div
      className={cn("flex gap-3 rounded-control p-3 text-sm", backgrounds[tone])}
      role={tone === "bad" ? "alert" : "status"}
    >
      <ToneIcon tone={tone} />
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
        {action && <div className="mt-1">{action}</div>}
      </div>
    </div>
  )
}

const icons: Record<Tone, { icon: IconName; color: string; label: string }> = {
  info: { icon: "info", color: "text-accent", label: "Note" },
  good: { icon: "done", color: "text-kelp", label: "Done" },
  warning: { icon: "warning", color: "text-sand", label: "Warning" },
  bad: { icon: "failed", color: "text-coral", label: "Problem" },
}

/** The icon of a message, named for screen readers. */
export function ToneIcon({ tone }: { tone: Tone }) {
  const { icon, color, label } = icons[tone]
  return (
    <span className={cn("mt-px", color)}>
      <Icon name={icon} />
      <span className="sr-only">{label}: </span>
    </span>
  )
}
