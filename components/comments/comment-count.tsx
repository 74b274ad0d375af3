import { formatInteger } from "@/lib/format"
/** How many comments a token or market in a list has; nothing where there is none. */
export function CommentCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="figures whitespace-nowrap">
      {formatInteger(count)} {count === 1 ? "comment" : "comments"}
    </span>
  )
}
