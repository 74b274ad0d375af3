import { Badge } from "@/components/ui/figures"
import type { PredictionStatus } from "@/lib/markets/status"
import { statusWords } from "@/lib/markets/words"

/** The state of a market; what it means on hover. */
export function StatusBadge({ status }: { status: PredictionStatus }) {
  const { name, meaning, tone } = statusWords[status]
  return (
    <span title={meaning}>
      <Badge tone={tone}>{name}</Badge>
    </span>
  )
}
