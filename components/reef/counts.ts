import { formatInteger } from "@/lib/format"

const formatCount = (count: number, one: string) =>
  count === 1 ? `1 ${one}` : `${formatInteger(count)} ${one}s`

export const formatCommentCount = (count: number) => formatCount(count, "comment")
export const formatVoteCount = (count: number) => formatCount(count, "vote")
