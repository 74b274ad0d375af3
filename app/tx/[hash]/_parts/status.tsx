import { cn } from "@/components/ui/cn"
import { Icon, type IconName } from "@/components/ui/icon"
import { Notice } from "@/components/ui/notice"
import { Time } from "@/components/ui/time"
import type { TransactionStatus, TransactionView } from "@/lib/transactions/schema"

type StatusStyle = { label: string; description: string; icon: IconName; look: string }

const statusStyles: Record<TransactionStatus, StatusStyle> = {
  pending: {
    label: "Pending",
    description: "The network knows it; no block holds it yet.",
    icon: "clock",
    look: "bg-sand-soft text-sand",
  },
  mined: {
    label: "In a block",
    description: "It has happened. Atoll shows it in a moment.",
    icon: "done",
    look: "bg-accent-soft text-accent",
  },
  indexed: {
    label: "Done",
    description: "It has happened, and Atoll shows it.",
    icon: "done",
    look: "bg-kelp-soft text-kelp",
  },
  failed: {
    label: "Failed",
    description: "It was reverted: only the network fee was spent.",
    icon: "failed",
    look: "bg-coral-soft text-coral",
  },
}

/** Where the transaction stands, and why it failed. */
export function Status({ view: { status, reason, block } }: { view: TransactionView }) {
  const { label, description, icon, look } = statusStyles[status]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1" data-testid="status">
        <span
          className={cn(
            "inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold",
            look,
          )}
        >
          <Icon name={icon} size={18} />
          {label}
        </span>
        {block && <Time className="text-sm text-muted" time={block.time} />}
        <span className="basis-full text-sm text-muted sm:basis-auto">{description}</span>
      </p>
      {status === "failed" && (
        <Notice title={reason?.sentence ?? "The contract did not say why."} tone="bad">
          <p>
            {reason?.remedy ??
              "The state it met may have been another one by the time it was in its block."}
          </p>
          {reason && <p className="text-xs text-muted">Code {reason.name}</p>}
        </Notice>
      )}
    </>
  )
}
