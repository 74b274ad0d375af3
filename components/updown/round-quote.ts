import type { Side } from "@/lib/updown/constants"
import { bettingEnd, payoutOf, sharesOfBet, weightAt } from "@/lib/updown/math"
import type { RoundState } from "@/lib/updown/view"

/** A wallet's stake in a round. */
export type Stake = { side: Side; amount: bigint; shares: bigint }

/** All of a wallet in a round after a bet. */
export type BetQuote = {
  /** Of this bet. */
  shares: bigint
  /** The sum of all its bets in the round. */
  stake: bigint
  /** Its payout if its side wins and nobody else bets, net of fee and carry-over. */
  payout: bigint
}

export type Bet = { side: Side; amount: bigint }

type QuoteOptions = {
  /** The chain's time at which the bet is placed, Unix seconds. */
  now: number
  /** The wallet's existing stake on this side. */
  held?: Stake | null
}

export const otherSide = (side: Side): Side => (side === "bull" ? "bear" : "bull")

/** Weight of a bet at this time of the round, in basis points. */
export function roundWeight({ startTime, endTime }: RoundState, now: number): bigint {
  const duration = endTime - startTime
  return weightAt(Math.min(Math.max(now - startTime, 0), duration), duration)
}

/** The weight and payout of a bet placed now. */
export function quoteRound(round: RoundState, bet: Bet, { now, held }: QuoteOptions): BetQuote {
  const shares = sharesAt(round, bet, now)
  const own = addToStake(bet, shares, held)
  return { shares, stake: own.stake, payout: payoutOf(own, addToPools(round, bet, shares)) }
}

/** The payout of the same bet after another wallet has bet as well. */
export function quoteWithCrowd(
  round: RoundState,
  bet: Bet,
  { crowd, now, held }: QuoteOptions & { crowd: Bet },
): bigint {
  const shares = sharesAt(round, bet, now)
  const after = addToPools(round, bet, shares)
  return payoutOf(
    addToStake(bet, shares, held),
    addToPools(after, crowd, sharesAt(after, crowd, now)),
  )
}

/** The payout of a stake if its side wins and nobody else bets. */
export const payoutOfStake = (round: RoundState, { side, amount, shares }: Stake): bigint =>
  payoutOf({ side, stake: amount, shares }, round)

/** The stakes against a side, which its winners share; without any, a win returns only the stake. */
export const losingPool = ({ bullPool, bearPool }: RoundState, side: Side) =>
  side === "bull" ? bearPool : bullPool

/** Seconds that a wallet and the next block may take: a weight that falls within them is no slippage. */
export const CONFIRM_SECONDS = 20

/** The least that a bet which is shown now may get; fewer shares and the contract refuses it. */
export function quoteLeast(
  round: RoundState,
  bet: Bet,
  { now, held, slippage }: QuoteOptions & { slippage: bigint },
): BetQuote {
  const placedAt = Math.min(now + CONFIRM_SECONDS, bettingEnd(round))
  const shares = (sharesAt(round, bet, placedAt) * (10_000n - slippage)) / 10_000n
  const own = addToStake(bet, shares, held)
  return { shares, stake: own.stake, payout: payoutOf(own, addToPools(round, bet, shares)) }
}

const sharesAt = (round: RoundState, { side, amount }: Bet, now: number) =>
  sharesOfBet(amount, side, { reserves: round.reserves, weight: roundWeight(round, now) })

function addToStake({ side, amount }: Bet, shares: bigint, held: Stake | null | undefined) {
  const own = held?.side === side ? held : null
  return { side, stake: amount + (own?.amount ?? 0n), shares: shares + (own?.shares ?? 0n) }
}

/** The round after a bet. */
function addToPools(round: RoundState, { side, amount }: Bet, shares: bigint): RoundState {
  const isBull = side === "bull"
  return {
    ...round,
    reserves: { ...round.reserves, [side]: round.reserves[side] + amount },
    bullPool: round.bullPool + (isBull ? amount : 0n),
    bearPool: round.bearPool + (isBull ? 0n : amount),
    sharesBull: round.sharesBull + (isBull ? shares : 0n),
    sharesBear: round.sharesBear + (isBull ? 0n : shares),
  }
}
