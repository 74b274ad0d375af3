import { cn } from "@/components/ui/cn"
import { Icon, type IconName } from "@/components/ui/icon"
import { Notice } from "@/components/ui/notice"
import { Time } from "@/components/ui/time"
import type { TransactionStatus, TransactionView } from "@/lib/transactions/schema"

type StatusStyle = { label: string; description: string; icon: IconName; colors: string }

const statusStyles: Record<TransactionStatus, StatusStyle> = {
  pending: {
    label: "Pending",
    description: "Waiting to be included in a block.",
    icon: "clock",
    colors: "bg-sand-soft text-sand",
  },
  mined: {
    label: "Confirmed, indexing",
    description: "Included in a block. Atoll is indexing it.",
    icon: "done",
    colors: "bg-accent-soft text-accent",
  },
  indexed: {
    label: "Confirmed",
    description: "Included in a block and indexed.",
    icon: "done",
    colors: "bg-kelp-soft text-kelp",
  },
  failed: {
    label: "Failed",
    description: "Reverted. Only the network fee was spent.",
    icon: "failed",
    colors: "bg-coral-soft text-coral",
  },
}

export function Status({ view: { status, reason, block } }: { view: TransactionView }) {
  const { label, description, icon, colors } = statusStyles[status]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1" data-testid="status">
        <span
          className={cn(
            "inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold",
            colors,
          )}
        >
          <Icon name={icon} size={18} />
          {label}
        </span>
        {block && <Time className="text-sm text-muted" time={block.time} />}
        <span className="basis-full text-sm text-muted sm:basis-auto">{description}</span>
      </p>
      {status === "failed" && (
        <Notice title={reason?.sentence ?? "The contract gave no reason."} tone="bad">
          <p>
            {reason?.remedy ??
              "On-chain state may have changed before the transaction was included."}
          </p>
          {reason && <p className="text-xs text-muted">Code {reason.name}</p>}
        </Notice>
      )}
    </>
  )
}
