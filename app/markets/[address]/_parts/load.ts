import { cache } from "react"
import { isAddress } from "viem"
import { toTicketMarket, toTicketOrder } from "@/components/markets/ticket/ticket-market"
import { getPageVersion } from "@/lib/live/page-version"
import { findResolutionEvents } from "@/lib/markets/activity-queries"
import { findProbabilityHistory } from "@/lib/markets/history-queries"
import { findMarket } from "@/lib/markets/list-queries"
import { payout } from "@/lib/markets/math"
import { readMarketPots } from "@/lib/markets/onchain"
import { findOrderBook } from "@/lib/markets/orders/book-queries"
import type { MarketView, Outcome } from "@/lib/markets/schema"
import { WAD } from "@/lib/units"

/** The market of the URL, read once per request; null for a malformed or unknown address. */
export const loadMarket = cache(async (address: string) => {
  getPageVersion()
  return isAddress(address, { strict: false }) ? findMarket(address.toLowerCase()) : null
})

/** One object for all parts of the page, which the data of the page then has once. */
export const loadTicketMarket = cache((market: MarketView) => toTicketMarket(market))

/** Open orders; their objects are the same in all parts of the page. */
export const loadTicketOrders = cache(async (address: string) =>
  (await findOrderBook(address)).map(toTicketOrder),
)

export const loadResolutionEvents = cache(findResolutionEvents)

// Cached by the market, which is one object per request.
export const loadHistory = cache(findProbabilityHistory)

export const loadPots = cache(readMarketPots)

/** Payout of a share if an outcome wins now; null without shares, or while the chain does not answer. */
export async function loadSharePayout(
  { address, kind }: MarketView,
  outcome: Outcome | undefined,
): Promise<bigint | null> {
  if (!outcome || outcome.shares === 0n) return null
  const { pool } = await loadPots(address, kind)
  return pool === null ? null : payout(WAD, outcome.shares, pool)
}
