import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { Stake } from "./round-quote"

/** A wallet's bets in one round. */
export type OwnStake = Stake & { isClaimed: boolean }

export type RoundRef = { contract: string; tf: number; roundId: number }

type OwnStakes = {
  /** Null without a wallet. */
  owner: string | null
  stakes: ReadonlyMap<string, OwnStake>
}

const NONE: OwnStakes = { owner: null, stakes: new Map() }

/** The connected wallet's stakes in the rounds of the page: read where the wallet's code is, shown everywhere. */
const store = createStore<OwnStakes>()(() => NONE)

const keyOf = ({ contract, tf, roundId }: RoundRef) => `${contract} ${tf} ${roundId}`

export type FoundStake = { round: RoundRef; stake: OwnStake | null }

/** Keeps the stakes of other rounds, unless another wallet owns them. */
export function storeOwnStakes(owner: string | null, changes: readonly FoundStake[]) {
  const before = store.getState()
  const stakes = new Map(before.owner === owner ? before.stakes : [])
  for (const { round, stake } of changes) {
    if (stake) stakes.set(keyOf(round), stake)
    else stakes.delete(keyOf(round))
  }
  store.setState({ owner, stakes })
}

/** Null without a bet, and until it is known. */
export const useOwnStake = (round: RoundRef | null): OwnStake | null =>
  useStore(store, ({ stakes }) => (round ? (stakes.get(keyOf(round)) ?? null) : null))
