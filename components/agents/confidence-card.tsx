import { TierBadge } from "@/components/profiles/tier-badge"
import { Card } from "@/components/ui/card"
import { Progress } from "@/components/ui/progress"
import type { AgentDetails } from "@/lib/agents/directory"
import { formatConfidence, partHints, partLabels } from "./labels"

type Props = {
  agent: Pick<AgentDetails, "confidence" | "parts" | "tier" | "tierEmoji">
  rank: number
}

/** Tier and confidence, with the parts of the confidence. */
export function ConfidenceCard({ agent: { confidence, parts, ...tier }, rank }: Props) {
  return (
    <Card title="Confidence">
      <div className="grid grid-cols-1 gap-4">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="figures text-3xl font-semibold" data-testid="confidence">
            {formatConfidence(confidence)}
          </span>
          <span className="text-sm text-muted">of 1</span>
          <TierBadge {...tier} rank={rank} />
        </p>
        <ul className="grid grid-cols-1 gap-3">
          {parts.map(({ part, value, weight }) => (
            <li className="grid gap-1" key={part}>
              <p className="flex justify-between gap-3 text-sm">
                <span className="font-medium">{partLabels[part]}</span>
                <span className="figures text-muted">
                  {formatConfidence(value * weight)} of {weight.toFixed(2)}
                </span>
              </p>
              <Progress
                label={partLabels[part]}
                value={value}
                valueText={`${Math.round(value * 100)} percent`}
              />
              <p className="text-xs text-muted">{partHints[part]}</p>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
