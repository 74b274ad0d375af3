import { formatCommentCount } from "@/components/reef/counts"

/** Number of comments of a token or market in a list; null for 0. */
export function CommentCount({ count }: { count: number }) {
  if (count === 0) return null
  return <span className="amount">{formatCommentCount(count)}</span>
}
