import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import type { Side } from "@/lib/updown/constants"
import { sideLabels } from "./labels"

/** The side of a bet as arrow and word. */
export function SideName({ side }: { side: Side }) {
  const isUp = side === "bull"
  return (
    <span
      className={cn(
        "inline-flex items-center gap-0.5 whitespace-nowrap",
        isUp ? "text-kelp" : "text-coral",
      )}
    >
      <Icon name={isUp ? "up" : "down"} size={14} />
      {sideLabels[side]}
    </span>
  )
}
