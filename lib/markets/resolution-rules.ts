import { WAD } from "@/lib/units"
import { EARLY_OUTCOME, INVALID_OUTCOME, MAX_EARLY_RESETS, type PredictionType } from "./constants"
import { toOutcomeName } from "./labels"

/** The stake of a voter, in TIDE or any listed token; a constant of the resolver. */
export const STAKE_AMOUNT = 5n * WAD

/** With at least this many votes, the winner needs this percentage of them. */
export const CONSENSUS_MIN_VOTES = 9
export const CONSENSUS_PERCENT = 70

/** The lowest quorum, whatever the bounty. */
export const MIN_QUORUM = 2

/** The actions of a resolution; `decide` is the operator's. */
export type ActionKind =
  | "propose"
  | "dispute"
  | "finalizeUncontested"
  | "vote"
  | "veto"
  | "finalize"
  | "decide"

type ChoiceContext = {
  kind: PredictionType
  options: readonly string[]
  endTime: Date | null
  round: number
  proposedOutcome: number | null
  disputedOutcome: number | null
}

/** Whether a dispute can end with EARLY: not for an ended market that was reset twice. */
function canBeEarly({ kind, endTime, round }: ChoiceContext, now: Date): boolean {
  if (kind === "private") return false
  return round < MAX_EARLY_RESETS || endTime === null || now < endTime
}

/** The outcomes that the contracts accept in an action. */
export function listChoices(kind: ActionKind, market: ChoiceContext, now: Date) {
  const { options, proposedOutcome, disputedOutcome } = market
  const ids = [...options.keys(), INVALID_OUTCOME]
  const votable = canBeEarly(market, now) ? [...ids, EARLY_OUTCOME] : ids
  const allowed = {
    propose: ids,
    dispute: votable.filter((id) => id !== proposedOutcome),
    vote: votable,
    veto: ids.filter((id) => id !== disputedOutcome),
    decide: votable,
    finalizeUncontested: [],
    finalize: [],
  }[kind]
  return allowed.map((id) => ({ id, name: toOutcomeName(options, id) }))
}
