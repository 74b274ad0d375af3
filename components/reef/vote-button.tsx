"use client"

import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { toast } from "@/components/ui/toast"
import { formatInteger } from "@/lib/format"
import { formatVoteCount } from "./counts"
import { useReefSession } from "./session-gate"
import { useVote, type VoteKind } from "./votes"

type VoteButtonProps = {
  kind: VoteKind
  id: string
  /** The score at the time of rendering. */
  score: number
  /** The author, who cannot vote for their own post. */
  wallet: string
}

/** Toggles the vote; the score changes optimistically. */
export function VoteButton({ kind, id, score: rendered, wallet }: VoteButtonProps) {
  const { me } = useReefSession()
  const { isSet, score, toggle } = useVote(kind, id, rendered)
  const isOwn = me === wallet
  const explain = () => toast({ title: `You cannot vote on your own ${kind}` })
  return (
    <button
      aria-disabled={isOwn || undefined}
      aria-label={`${isOwn ? "Votes" : "Vote"} for this ${kind}, ${formatVoteCount(score)}`}
      aria-pressed={isOwn ? undefined : isSet}
      className={cn(
        "vote-button",
        isSet ? "border-accent bg-accent-soft text-accent" : "vote-button-unset",
        isOwn && "cursor-default",
      )}
      onClick={isOwn ? explain : toggle}
      title={isOwn ? `You cannot vote on your own ${kind}` : undefined}
      type="button"
    >
      <Icon name="up" size={16} />
      <span className="figures">{formatInteger(score)}</span>
    </button>
  )
}
