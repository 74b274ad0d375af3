import {
  findChainTime,
  findLastPrice,
  findPriceHistory,
  type PriceRange,
} from "@/lib/vault/history-queries"
import { readVaultState } from "@/lib/vault/onchain"
import type { SharePricePoint } from "@/lib/vault/price-history"
import { findVaultTotals } from "@/lib/vault/queries"
import { findYield, findYieldSources, yieldPeriods } from "@/lib/vault/yield-queries"

export type EarnView = Awaited<ReturnType<typeof loadEarn>>

/** All figures of the page. What only the chain knows is null while the node does not answer. */
export async function loadEarn(range: PriceRange) {
  const [state, time, totals] = await Promise.all([
    readVaultState(),
    findChainTime(),
    findVaultTotals(),
  ])
  const last = await findLastPrice(time)
  const now: SharePricePoint | null = last && { time, price: state?.price ?? last.price }
  const [week, month] = yieldPeriods
  const [history, ofWeek, ofMonth, sources] = await Promise.all([
    now ? findPriceHistory(range, now) : [],
    now && findYield(week, now),
    now && findYield(month, now),
    findYieldSources(month, time),
  ])
  return { state, totals, now, history, periods: [ofWeek, ofMonth] as const, sources }
}
