import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { Icon, type IconName } from "@/components/ui/icon"
import { Notice } from "@/components/ui/notice"

export type ReviewItem = { icon: IconName; title: string; text: ReactNode }

/** The points that a creation fixes for good. */
export function ReviewList({ items }: { items: readonly ReviewItem[] }) {
  return (
    <ul className="grid gap-3">
      {items.map(({ icon, title, text }) => (
        <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3" key={title}>
          <span className="mt-0.5 text-accent">
            <Icon name={icon} />
          </span>
          <div className="grid min-w-0 gap-0.5 text-sm wrap-anywhere">
            <p className="font-medium">{title}</p>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

type IncompleteNoticeProps = { errors: readonly string[]; linkLabel: string; onGo: () => void }

/** The errors of a step, with a link back to it; nothing without errors. */
export function IncompleteNotice({ errors, linkLabel, onGo }: IncompleteNoticeProps) {
  if (errors.length === 0) return null
  return (
    <Notice
      action={
        <Button onClick={onGo} variant="secondary">
          {linkLabel}
        </Button>
      }
      title="Incomplete"
      tone="warning"
    >
      <ul className="list-disc pl-5">
        {errors.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  )
}

type ReviewStepProps = {
  /** Once sent, only the panel remains. */
  hasSent: boolean
  review: ReactNode
  panel: ReactNode
  backLabel: string
  onBack: () => void
}

/** The last step: what will be created, the panel that creates it, and the way back. */
export function ReviewStep({ hasSent, review, panel, backLabel, onBack }: ReviewStepProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {!hasSent && review}
      {panel}
      {!hasSent && (
        <Button className="justify-self-start" onClick={onBack} variant="quiet">
          {backLabel}
        </Button>
      )}
    </div>
  )
}
