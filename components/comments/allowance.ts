import type { ApiAnswer } from "@/lib/api/client"
import { MIN_TRADE_USD } from "@/lib/content/comments/constants"
import { formatInteger } from "@/lib/format"

/** `left` is null for the token's creator, who needs no trade. */
export type Allowance = ApiAnswer<"GET /api/internal/tokens/[address]/comment-allowance">

/** How many comments a wallet may write. In a market the trade counts after tax. */
export function allowanceLabel({ isDev, used, left }: Allowance, isMarket: boolean): string {
  if (isDev) return "As the creator you can comment without trading."
  const each = `${MIN_TRADE_USD} USD or more${isMarket ? ", after tax," : ""}`
  if (left === null || left > 0) {
    const comments = left === 1 ? "1 comment" : `${formatInteger(left ?? 0)} comments`
    return `${comments} left; each trade of ${each} earns one.`
  }
  return used > 0
    ? `No comments left: another trade of ${each} earns one.`
    : `Trade to comment: each trade of ${each} earns one.`
}

/** The allowance with at least `used` comments used: the server may not have counted the newest yet. */
export function applyUsedComments(read: Allowance, used: number): Allowance {
  const uncounted = Math.max(used - read.used, 0)
  return {
    ...read,
    used: read.used + uncounted,
    left: read.left === null ? null : Math.max(read.left - uncounted, 0),
  }
}
