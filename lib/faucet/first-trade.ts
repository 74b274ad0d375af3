import { findLeadingOutcome } from "@/lib/markets/labels"
import type { MarketCard } from "@/lib/markets/schema"
import { isPoolOpen } from "@/lib/markets/status"
import { getSafetyFindings } from "@/lib/tokens/safety/queries"

/** The place for a newcomer's first trade. */
export type FirstTrade =
  | { kind: "market"; address: string; outcome: number }
  | { kind: "token"; address: string }

/** A newcomer needs time to enter the market before it ends. */
const MIN_TIME_LEFT_MS = 3_600_000

/**
 * The first of these markets that any wallet can enter for a while, preferring two outcomes; else the first token
 * without a danger finding; null without either.
 */
export async function findFirstTrade(
  markets: readonly MarketCard[],
  tokens: readonly { address: string }[],
  now = new Date(),
): Promise<FirstTrade | null> {
  const open = markets.filter((market) => isOpenToAll(market, now))
  const market = open.find(({ outcomes }) => outcomes.length === 2) ?? open[0]
  if (market) {
    const { index = 0 } = findLeadingOutcome(market.outcomes) ?? {}
    return { kind: "market", address: market.address, outcome: index }
  }
  for (const { address } of tokens) {
    const findings = await getSafetyFindings(address)
    if (!findings.some(({ level }) => level === "danger")) return { kind: "token", address }
  }
  return null
}

const isOpenToAll = (market: MarketCard, now: Date) =>
  market.kind !== "private" &&
  market.status === "active" &&
  isPoolOpen(market, now) &&
  (market.endTime === null || market.endTime.getTime() - now.getTime() > MIN_TIME_LEFT_MS)
