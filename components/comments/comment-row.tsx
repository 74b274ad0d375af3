import Link from "next/link"
import { Author } from "@/components/profiles/author"
import { UserText } from "@/components/reef/user-text"
import { OwnTag } from "@/components/tokens/own-tag"
import { Badge } from "@/components/ui/figures"
import { Time } from "@/components/ui/time"
import type { CommentView } from "@/lib/content/comments/queries"
import { formatAmount } from "@/lib/format"
import { toOutcomeName } from "@/lib/markets/labels"
import type { Author as AuthorFields } from "@/lib/profiles/authors"
import { DeleteOwn } from "./delete-own"

/** The token or market of the comments. */
export type CommentSubject = {
  dev: string
  symbol: string
  /** The outcomes of a market; null for a token. */
  options: readonly string[] | null
}

type CommentRowProps = {
  comment: CommentView
  author: AuthorFields | undefined
  subject: CommentSubject
}

/** A comment with its author, the author's holdings, and the trade that earned it. */
export function CommentRow({ comment, author, subject }: CommentRowProps) {
  const { id, author: wallet, content, txHash, createdAt } = comment
  return (
    <li className="grid gap-1 py-3" data-testid="comment">
      <div className="comment-header">
        <div className="wallet-line">
          <Author author={author} wallet={wallet}>
            <Time time={createdAt} />
          </Author>
          <OwnTag wallet={wallet} />
          {wallet === subject.dev && <Badge tone="warning">Creator</Badge>}
        </div>
        <DeleteOwn author={wallet} hasTrade={txHash !== null} id={id} />
      </div>
      <UserText text={content} />
      <p className="comment-facts">
        <Holding comment={comment} subject={subject} />
        <EarningTrade comment={comment} />
      </p>
    </li>
  )
}

/** Further outcomes are counted, not named. */
const MAX_SHOWN_OUTCOMES = 2

function Holding({ comment, subject }: { comment: CommentView; subject: CommentSubject }) {
  const { balance, shares } = comment
  const { options, symbol } = subject
  const holdings = options
    ? shares.map(({ outcome, shares: count }) => ({
        ...{ outcome, count },
        name: toOutcomeName(options, outcome),
      }))
    : [{ outcome: 0, count: balance ?? 0n, name: symbol }].filter(({ count }) => count > 0n)
  if (holdings.length === 0) return <span>holds none</span>
  return (
    <span className="min-w-0 wrap-anywhere">
      holds{" "}
      {holdings.slice(0, MAX_SHOWN_OUTCOMES).map(({ outcome, count, name }, index) => (
        <span key={outcome}>
          {index > 0 && ", "}
          <span className="figures">{formatAmount(count, 2)}</span> <bdi>{name}</bdi>
        </span>
      ))}
      {holdings.length > MAX_SHOWN_OUTCOMES && ` and ${holdings.length - MAX_SHOWN_OUTCOMES} more`}
    </span>
  )
}

const tradeLabels = {
  buy: "a buy",
  sell: "a sell",
  leverage_buy: "a leveraged buy",
  leverage_sell: "a leveraged sell",
} as const

function EarningTrade({ comment: { tradeType, txHash } }: { comment: CommentView }) {
  if (!tradeType || !txHash) return null
  return (
    <Link className="comment-trade" href={`/tx/${txHash}`} prefetch={false}>
      earned by {tradeLabels[tradeType]}
    </Link>
  )
}
