import type { ApiAnswer } from "@/lib/api/client"
import type { RoundsView } from "@/lib/updown/view"

export type RoundsAnswer = NonNullable<ApiAnswer<"GET /api/internal/rounds">["view"]>
type RoundAnswer = NonNullable<RoundsAnswer["assets"][number]["rounds"][number]>

const toBigInt = (text: string | null) => (text === null ? null : BigInt(text))

/** By hand: the schema library is too large for a page. */
export function parseRoundsView({ assets, ...view }: RoundsAnswer): RoundsView {
  return {
    ...view,
    assets: assets.map(({ minBet, feed, rounds, ...asset }) => ({
      ...asset,
      minBet: BigInt(minBet),
      feed: feed && { ...feed, roundId: BigInt(feed.roundId), price: BigInt(feed.price) },
      rounds: rounds.map((round) => round && parseRound(round)),
    })),
  }
}

function parseRound({ reserves, ...round }: RoundAnswer) {
  return {
    ...round,
    startPrice: BigInt(round.startPrice),
    reserves: { bull: BigInt(reserves.bull), bear: BigInt(reserves.bear) },
    bullPool: BigInt(round.bullPool),
    bearPool: BigInt(round.bearPool),
    sharesBull: BigInt(round.sharesBull),
    sharesBear: BigInt(round.sharesBear),
    seedBonus: BigInt(round.seedBonus),
    seedPaid: BigInt(round.seedPaid),
    endPrice: toBigInt(round.endPrice),
    endPriceRoundId: toBigInt(round.endPriceRoundId),
  }
}
