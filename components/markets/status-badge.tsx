import { Badge } from "@/components/ui/figures"
import { statusLabels } from "@/lib/markets/labels"
import type { PredictionStatus } from "@/lib/markets/status"

/** The status of a market, explained on hover. */
export function StatusBadge({ status }: { status: PredictionStatus }) {
  const { name, meaning, tone } = statusLabels[status]
  return (
    <span title={meaning}>
      <Badge tone={tone}>{name}</Badge>
    </span>
  )
}
