import Link from "next/link"
import { Address } from "@/components/ui/address"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { Usd } from "@/components/ui/number"
import { EmptyState } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import type { Feedback, findFeedbackSummary } from "@/lib/agents/feedback"
import { formatInteger } from "@/lib/format"
import type { Usernames } from "@/lib/profiles/authors"
import { formatRating } from "./feedback-value"
import { FeedbackForm, RevokeFeedback } from "./lazy-parts"

type Props = {
  agent: { agentId: number; wallet: string; owner: string | null }
  feedback: readonly Feedback[]
  names: Usernames
  summary: Awaited<ReturnType<typeof findFeedbackSummary>>
  nextHref: string | null
}

/** Feedback on the chain, with the volume that its authors have traded. */
export function FeedbackCard({ agent, feedback, names, summary, nextHref }: Props) {
  const { total, authors, dealt } = summary
  return (
    <Card title="Feedback">
      <div className="grid grid-cols-1 gap-4">
        <p className="text-sm text-muted">
          {total === 0
            ? "Anybody but its owner and its wallet can rate an agent, once or more. Ratings are public and signed by a transaction."
            : `${formatInteger(total)} not revoked, by ${formatInteger(authors)} ${authors === 1 ? "wallet" : "wallets"}; ${formatInteger(dealt)} of them ${dealt === 1 ? "has" : "have"} dealt with the agent.`}
        </p>
        <FeedbackForm agent={agent} />
        {feedback.length === 0 ? (
          <EmptyState icon="comment" title="No feedback yet">
            Rate the agent if you have dealt with it.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {feedback.map((each) => (
              <FeedbackRow
                agentId={agent.agentId}
                feedback={each}
                key={each.id}
                name={names[each.author]}
              />
            ))}
          </ul>
        )}
        {nextHref && (
          <ButtonLink href={nextHref} variant="secondary">
            Older feedback
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

type RowProps = { agentId: number; feedback: Feedback; name: string | undefined }

function FeedbackRow({ agentId, feedback, name }: RowProps) {
  const { author, time, value, decimals, tag1, tag2, endpoint, uri, txHash } = feedback
  const { trades, volume, hasDealt, isRevoked, responses, feedbackIndex } = feedback
  return (
    <li className="grid gap-2 py-3 text-sm" data-testid="feedback">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span
          className={isRevoked ? "figures text-lg line-through" : "figures text-lg font-semibold"}
        >
          {formatRating(value, decimals)}
        </span>
        {[tag1, tag2].filter(Boolean).map((tag) => (
          <Badge key={tag}>
            <bdi className="max-w-40 truncate">{tag}</bdi>
          </Badge>
        ))}
        {isRevoked && <Badge tone="warning">Revoked</Badge>}
        <Badge tone={hasDealt ? "up" : "neutral"}>
          {hasDealt ? "Dealt with the agent" : "No dealings with the agent"}
        </Badge>
        <Link
          className="relative ml-auto text-muted before:absolute before:-inset-3 hover:text-accent"
          href={`/tx/${txHash}`}
          prefetch={false}
        >
          <span className="sr-only">Transaction </span>
          <Time time={time} />
        </Link>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <Address address={author} hasCopy={false} href={`/wallets/${author}`} label={name} />
        <span>
          {trades === 0 ? (
            "has not traded"
          ) : (
            <>
              {formatInteger(trades)} {trades === 1 ? "trade" : "trades"} for{" "}
              <Usd isCompact value={volume} />
            </>
          )}
        </span>
        {responses > 0 && (
          <span>
            {formatInteger(responses)} {responses === 1 ? "response" : "responses"}
          </span>
        )}
      </div>
      {(endpoint || uri) && (
        <p className="text-muted wrap-anywhere" dir="auto">
          {[endpoint, uri.startsWith("data:") ? "" : uri].filter(Boolean).join(" · ")}
        </p>
      )}
      {!isRevoked && (
        <RevokeFeedback agentId={agentId} author={author} feedbackIndex={feedbackIndex} />
      )}
    </li>
  )
}
