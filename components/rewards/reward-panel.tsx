import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { Usd } from "@/components/ui/number"
import { Progress } from "@/components/ui/progress"
import { formatPercent } from "@/lib/format"
import { LazyOwnRewards } from "./lazy-panels"
import type { PanelToken } from "./panel-token"

type Props = {
  token: Pick<PanelToken, "address" | "symbol">
  /** USDB of buys that complete the phase, and how much is left; 18 decimals. */
  target: bigint
  needed: bigint
}

/** Progress of a token's reward phase, and the connected wallet's rewards. */
export function RewardPanel({ token, target, needed }: Props) {
  if (target === 0n) return null
  const bought = target - needed
  const done = (bought * 10_000n) / target
  const isOver = needed === 0n
  return (
    <Card
      aside={isOver ? <Badge>Completed</Badge> : <Badge tone="warning">Active</Badge>}
      title="Reward phase"
    >
      <div className="grid gap-4">
        <div className="grid gap-2">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-muted">
            <span>
              <Usd className="font-medium text-ink" value={bought} /> of <Usd value={target} />{" "}
              bought
            </span>
            <span className="figures font-medium text-ink">{formatPercent(done)}</span>
          </p>
          <Progress
            label="Progress of the reward phase"
            value={Number(done)}
            max={10_000}
            valueText={formatPercent(done)}
          />
        </div>
        <p className="text-sm text-muted">
          {isOver
            ? "The phase is complete: no new shares are issued. "
            : "Buys in this phase earn one share per dollar that reaches the pool. "}
          Together, all shares earn 4% of each tax on <bdi>{token.symbol}</bdi>, in USDB. A wallet
          keeps its shares after selling.
        </p>
        <LazyOwnRewards token={token} />
      </div>
    </Card>
  )
}
