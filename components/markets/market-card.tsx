import Link from "next/link"
import { CommentCount } from "@/components/comments/comment-count"
import { TokenLogo } from "@/components/tokens/token-logo"
import { cn } from "@/components/ui/cn"
import { Badge } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { formatCompactUsd, formatInteger } from "@/lib/format"
import { INVALID_OUTCOME } from "@/lib/markets/constants"
import { rankOutcomes, toOutcomeName } from "@/lib/markets/labels"
import { formatChance } from "@/lib/markets/probability"
import type { MarketCard as Market, Outcome } from "@/lib/markets/schema"
import { isPoolOpen } from "@/lib/markets/status"
import { ClosingTime } from "./closing-time"
import { OutcomeButton } from "./outcome-button"
import { StatusBadge } from "./status-badge"

/** Most outcomes shown; the rest is counted. */
const SHOWN = 3

type MarketCardProps = { market: Market }

/** A market in a list: question, probabilities and buttons to buy. */
export function MarketCard({ market }: MarketCardProps) {
  const { address, name, symbol, image, options } = market
  return (
    <article className="market-card">
      <header className="market-card-header">
        <TokenLogo address={address} image={image} size={44} symbol={symbol} />
        <div className="grid gap-1">
          <h3 className="text-base leading-snug font-semibold">
            <Link className="clamped-link" href={`/markets/${address}`} prefetch={false}>
              <bdi>{name}</bdi>
            </Link>
          </h3>
          <p className="flex flex-wrap gap-1.5">
            <StatusBadge status={market.status} />
            {market.kind === "private" && <Badge>Private</Badge>}
            {market.round > 0 && <Badge>Round {market.round + 1}</Badge>}
          </p>
        </div>
      </header>
      {market.resolvedAt ? (
        <ResolvedOutcome market={market} />
      ) : options.length === 2 ? (
        <BinaryOutcomes market={market} />
      ) : (
        <OutcomeList market={market} />
      )}
      <footer className="figures market-card-facts">
        <span>
          <ClosingTime market={market} />
        </span>
        <span title="Purchases and filled orders, in USDB">
          {formatCompactUsd(market.volume)} volume
        </span>
        <span>
          {formatInteger(market.tradeCount)} {market.tradeCount === 1 ? "trade" : "trades"}
        </span>
        <CommentCount count={market.commentCount} />
        <LargestMove by={market.moved} />
      </footer>
    </article>
  )
}

/** The largest change of a probability in 24 hours, from one point on. */
function LargestMove({ by }: { by: number }) {
  const points = Math.floor(Math.abs(by) * 1_000) / 10
  return points >= 1 ? (
    <span title="Largest change of a probability, in percentage points">±{points} pts in 24 h</span>
  ) : null
}

function BinaryOutcomes({ market }: MarketCardProps) {
  const [first, second] = market.outcomes
  if (!first || !second) return null
  return (
    // As tall as the other cards of the row, so that the buttons align.
    <div className="flex flex-1 flex-col justify-between gap-3">
      <div className="grid gap-3">
        <p className="flex items-baseline gap-2">
          <span className="figures chance-large">{formatChance(first)}</span>
          <span className="min-w-0 truncate text-sm text-muted">
            chance of <bdi>{first.name}</bdi>
          </span>
        </p>
        <div aria-hidden="true" className="chance-bar">
          <span className="bg-kelp" style={{ width: `${first.probability * 100}%` }} />
        </div>
      </div>
      {isPoolOpen(market, new Date()) ? (
        <div className="grid grid-cols-2 gap-2">
          {[first, second].map((outcome) => (
            <OutcomeButton
              address={market.address}
              key={outcome.index}
              outcome={toButtonOutcome(outcome)}
            />
          ))}
        </div>
      ) : (
        <OffersLink address={market.address} />
      )}
    </div>
  )
}

function OutcomeList({ market }: MarketCardProps) {
  const { outcomes } = market
  const rest = outcomes.length - SHOWN
  const isOpen = isPoolOpen(market, new Date())
  return (
    <ul className="grid gap-2">
      {rankOutcomes(outcomes)
        .slice(0, SHOWN)
        .map((outcome) => (
          <li className="outcome-line" key={outcome.index}>
            <span className="truncate text-sm">
              <bdi>{outcome.name}</bdi>
            </span>
            <span className="figures chance">{formatChance(outcome)}</span>
            {isOpen && (
              <OutcomeButton address={market.address} isShort outcome={toButtonOutcome(outcome)} />
            )}
          </li>
        ))}
      {rest > 0 && (
        <li className="text-sm text-muted">
          and {rest} more {rest === 1 ? "outcome" : "outcomes"}
        </li>
      )}
      {!isOpen && (
        <li className="grid">
          <OffersLink address={market.address} />
        </li>
      )}
    </ul>
  )
}

/** Once the pool has closed, only holders sell, and the result may be known: no button suggests buying. */
const OffersLink = ({ address }: { address: string }) => (
  <Link
    className="outcome-button outcome-button-other"
    href={`/markets/${address}#book`}
    prefetch={false}
  >
    Ended · view offers
  </Link>
)

/** The final outcome, and its probability before. */
function ResolvedOutcome({
  market: { finalOutcome, invalidatedAt, options, outcomes },
}: MarketCardProps) {
  const winner = outcomes[finalOutcome ?? -1]
  return (
    <div className="grid gap-1">
      <p className="flex items-start gap-2 text-2xl leading-tight font-semibold tracking-tight">
        <span className={cn("mt-1", winner ? "text-kelp" : "text-muted")}>
          <Icon name={winner ? "done" : "info"} />
        </span>
        <bdi className="line-clamp-2 min-w-0 wrap-anywhere">
          {toOutcomeName(options, finalOutcome ?? INVALID_OUTCOME)}
        </bdi>
      </p>
      <p className="text-sm text-muted">
        {winner && `Won at ${formatChance(winner)}`}
        {winner && invalidatedAt && ". "}
        {invalidatedAt && "Stakes refunded"}
      </p>
    </div>
  )
}

/** Keeps the payload of the client component small. */
const toButtonOutcome = ({ index, name, probability }: Outcome) => ({ index, name, probability })
