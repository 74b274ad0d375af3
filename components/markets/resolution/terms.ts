import { EARLY, INVALID } from "@/lib/markets/kinds"
import { outcomeName } from "@/lib/markets/words"

/** What makes a wallet a voter: of TIDE or any listed token; a constant of the resolver. */
export const STAKE = 5n * 10n ** 18n

/** From so many votes on the winner needs that part of them, in percent. */
export const MANY_VOTES = 9
export const CONSENSUS_PERCENT = 70

/** The least number of votes that decides, whatever the bounty is. */
export const LEAST_QUORUM = 2

/** What can be done in a market's resolution; `decide` is the operator's. */
export type ActionKind =
  | "propose"
  | "dispute"
  | "finalizeUncontested"
  | "vote"
  | "veto"
  | "finalize"
  | "decide"

type Naming = {
  options: readonly string[]
  proposedOutcome: number | null
  disputedOutcome: number | null
}

/** The outcomes an action may name, with their names; as the contracts accept them. */
export function choicesFor(kind: ActionKind, market: Naming, isPrivate: boolean) {
  const { options, proposedOutcome, disputedOutcome } = market
  const ids = [...options.keys(), INVALID]
  const allowed = {
    propose: ids,
    dispute: [...ids, EARLY].filter((id) => id !== proposedOutcome),
    vote: disputedOutcome === EARLY && !isPrivate ? [...ids, EARLY] : ids,
    veto: ids.filter((id) => id !== disputedOutcome),
    decide: disputedOutcome === EARLY ? [...ids, EARLY] : ids,
    finalizeUncontested: [],
    finalize: [],
  }[kind]
  return allowed.map((id) => ({ id, name: outcomeName(options, id) }))
}
