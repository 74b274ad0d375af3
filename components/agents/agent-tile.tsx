import Link from "next/link"
import { Avatar } from "@/components/profiles/avatar"
import { TierIcon } from "@/components/profiles/tier-badge"
import { Badge, DetailRow } from "@/components/ui/figures"
import { ProfitLoss } from "@/components/ui/profit-loss"
import type { ListedAgent } from "@/lib/agents/directory"
import { formatInteger } from "@/lib/format"
import { formatConfidence, productLabels } from "./labels"

/** An agent in the directory, linked to its page. */
export function AgentTile({ agent }: { agent: ListedAgent }) {
  const { agentId, name, description, confidence, trades, won, lost, realised, products } = agent
  return (
    <article className="relative grid min-w-0 content-start gap-3 rounded-card border border-line bg-surface p-4 hover:border-line-strong">
      <div className="flex min-w-0 items-center gap-3">
        <AgentPicture agent={agent} />
        <div className="grid min-w-0">
          <h3 className="truncate text-base">
            <Link
              className="after:absolute after:inset-0"
              href={`/agents/${agentId}`}
              prefetch={false}
            >
              <bdi>{name}</bdi>
            </Link>
          </h3>
          <p className="flex items-center gap-2 text-sm text-muted">
            <TierIcon {...agent} />
            <span>{agent.tier}</span>
            <span className="figures">No. {agentId}</span>
          </p>
        </div>
      </div>
      {description && (
        <p className="line-clamp-2 text-sm text-muted wrap-anywhere" dir="auto">
          {description}
        </p>
      )}
      <dl>
        <DetailRow label="Confidence">{formatConfidence(confidence)}</DetailRow>
        <DetailRow label="Trades and bets">{formatInteger(trades)}</DetailRow>
        <DetailRow label="Won / lost">
          {formatInteger(won)} / {formatInteger(lost)}
        </DetailRow>
        <DetailRow label="Realised">
          <ProfitLoss value={realised} />
        </DetailRow>
      </dl>
      {products.length > 0 && (
        <ul aria-label="Products used" className="flex flex-wrap gap-1.5">
          {products.map((product) => (
            <li key={product}>
              <Badge>{productLabels[product]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

type Props = { agent: { wallet: string; image: string | null }; size?: number }

/** The picture of an agent's card; its wallet's identicon without one. */
function AgentPicture({ agent: { wallet, image }, size = 48 }: Props) {
  return <Avatar avatarUrl={image} size={size} wallet={wallet} />
}
