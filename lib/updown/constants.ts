/** By the number that contract and index have for it; 0 until the round is settled or canceled. */
export const outcomes = ["pending", "bull_wins", "bear_wins", "canceled"] as const
export type Outcome = (typeof outcomes)[number]

export const sides = ["bull", "bear"] as const
export type Side = (typeof sides)[number]

/** The contract's numbers of the sides: 1 and 2. */
export const toSideNumber = (side: Side) => sides.indexOf(side) + 1
export const toSide = (number: number): Side => (number === 1 ? "bull" : "bear")

/**
 * A position is active until its round is decided and claimable until its payout was claimed. A lost position is
 * closed with its round.
 */
export const positionStates = ["active", "claimable", "closed"] as const
export type PositionState = (typeof positionStates)[number]

/** Most rounds that one action collects. */
export const MAX_CLAIMED_ROUNDS = 50
