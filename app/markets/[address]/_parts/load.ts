import { cache } from "react"
import { isAddress } from "viem"
import { pageMark } from "@/lib/live/page-mark"
import { findSteps } from "@/lib/markets/activity/queries"
import { findBook } from "@/lib/markets/book/queries"
import { findMarket } from "@/lib/markets/browse/queries"
import { findCourse } from "@/lib/markets/courses/queries"
import { payout, WAD } from "@/lib/markets/math"
import { readMarketMoney } from "@/lib/markets/onchain"
import type { MarketView } from "@/lib/markets/schema"

/** The market of the URL, read once per request; null for a malformed or unknown address. */
export const loadMarket = cache(async (address: string) => {
  pageMark()
  return isAddress(address, { strict: false }) ? findMarket(address.toLowerCase()) : null
})

export const loadBook = cache(findBook)

export const loadSteps = cache(findSteps)

/** By the market itself, which is one object for the whole request. */
export const loadCourse = cache(findCourse)

export const loadMoney = cache(readMarketMoney)

/** What a share of the outcome that won pays; null where none has, and while the node is away. */
export async function loadSharePayout({ address, finalOutcome, kind, outcomes }: MarketView) {
  const winner = outcomes[finalOutcome ?? -1]
  const { pool } = await loadMoney(address, kind)
  return winner && winner.shares > 0n && pool !== null ? payout(WAD, winner.shares, pool) : null
}
