import type { ReactNode } from "react"
import { cn } from "./cn"
import { Icon, type IconName } from "./icon"

type Tone = "info" | "good" | "warning" | "bad"

const tones: Record<Tone, { background: string; icon: IconName; label: string }> = {
  info: { background: "bg-accent-soft", icon: "info", label: "Note" },
  good: { background: "bg-kelp-soft", icon: "check", label: "Done" },
  warning: { background: "bg-sand-soft", icon: "warning", label: "Warning" },
  bad: { background: "bg-coral-soft", icon: "warning", label: "Problem" },
}

const iconColors: Record<Tone, string> = {
  info: "text-accent",
  good: "text-kelp",
  warning: "text-sand",
  bad: "text-coral",
}

type NoticeProps = {
  tone?: Tone
  title?: string
  children?: ReactNode
  /** A button or link that resolves it. */
  action?: ReactNode
}

export function Notice({ tone = "info", title, children, action }: NoticeProps) {
  const { background, icon, label } = tones[tone]
  return (
    <div
      className={cn("flex gap-3 rounded-control p-3 text-sm", background)}
      role={tone === "bad" ? "alert" : "status"}
    >
      <span className={cn("mt-px", iconColors[tone])}>
        <Icon name={icon} />
        <span className="sr-only">{label}: </span>
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
        {action && <div className="mt-1">{action}</div>}
      </div>
    </div>
  )
}
