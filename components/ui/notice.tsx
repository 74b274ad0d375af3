import type { ReactNode } from "react"
import { cn } from "./cn"
import { Icon, type IconName } from "./icon"

type Tone = "info" | "good" | "warning" | "bad"

const tones: Record<Tone, { look: string; icon: IconName; word: string }> = {
  info: { look: "bg-accent-soft", icon: "info", word: "Note" },
  good: { look: "bg-kelp-soft", icon: "check", word: "Done" },
  warning: { look: "bg-sand-soft", icon: "warning", word: "Warning" },
  bad: { look: "bg-coral-soft", icon: "warning", word: "Problem" },
}

const marks: Record<Tone, string> = {
  info: "text-accent",
  good: "text-kelp",
  warning: "text-sand",
  bad: "text-coral",
}

type NoticeProps = {
  tone?: Tone
  title?: string
  children?: ReactNode
  /** A button or link that is the way out. */
  action?: ReactNode
}

export function Notice({ tone = "info", title, children, action }: NoticeProps) {
  const { look, icon, word } = tones[tone]
  return (
    <div
      className={cn("flex gap-3 rounded-control p-3 text-sm", look)}
      role={tone === "bad" ? "alert" : "status"}
    >
      <span className={cn("mt-px", marks[tone])}>
        <Icon name={icon} />
        <span className="sr-only">{word}: </span>
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
        {action && <div className="mt-1">{action}</div>}
      </div>
    </div>
  )
}
