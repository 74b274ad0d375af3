import type { ApiAnswer } from "@/lib/api/client"
import { MIN_TRADE_USD } from "@/lib/content/comments/constants"
import { formatInteger } from "@/lib/format"

/** `left` is null for the token's creator, who needs no trade. */
export type Allowance = ApiAnswer<"GET /api/internal/tokens/[address]/comment-allowance">

/** What a wallet may still write, in words; `isMarket`: what counts of a purchase is what enters the pool. */
export function allowanceLabel({ isDev, used, left }: Allowance, isMarket: boolean): string {
  if (isDev) return "You created it: your comments need no trade."
  const each = `${MIN_TRADE_USD} USD or more${isMarket ? ", after tax," : ""}`
  if (left === null || left > 0) {
    const comments = left === 1 ? "1 comment" : `${formatInteger(left ?? 0)} comments`
    return `${comments} left; each trade of ${each} earns one.`
  }
  return used > 0
    ? `You have used every comment you earned here. Another trade of ${each} earns one.`
    : `Comments are for those who trade: each trade of ${each} earns one.`
}

/** What was read, with at least so many comments used: the newest of them may not be counted in it yet. */
export function applyUsedComments(read: Allowance, known: number): Allowance {
  const uncounted = Math.max(known - read.used, 0)
  return {
    ...read,
    used: read.used + uncounted,
    left: read.left === null ? null : Math.max(read.left - uncounted, 0),
  }
}
