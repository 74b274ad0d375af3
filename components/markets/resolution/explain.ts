import { formatAmount, formatDuration } from "@/lib/format"
import { EARLY_OUTCOME, INVALID_OUTCOME } from "@/lib/markets/constants"
import { toOutcomeName } from "@/lib/markets/labels"
import type { ResolutionMarket } from "./action-plan"
import type { ActionKind } from "./rules"

/** The texts of an action's confirmation dialog. */
export type Explanation = {
  /** On the buttons of the row and the dialog. */
  verb: string
  title: string
  lead: string
  /** What is paid, what can be lost, and what happens next. */
  money: string
  risk: string
  next: string
}

/** USDB with 18 decimals; null while the chain does not answer. */
export type ResolutionAmounts = {
  /** Paid to proposers or voters. */
  bounty: bigint | null
  /** Of a proposal, dispute or veto now; null in private markets, which have no bonds. */
  bond: bigint | null
}

export function explain(
  kind: ActionKind,
  market: ResolutionMarket,
  stakes: ResolutionAmounts,
): Explanation {
  return market.kind === "private"
    ? explainPrivate(kind, market, stakes)
    : explainPublic(kind, market, stakes)
}

/** A duration without zero parts: "30 min", "24 h". */
export const formatPeriod = (seconds: number) =>
  formatDuration(seconds).replace(/ 0(0 s| min| h)$/, "")

/** "a bond of 12.5 USDB". */
export const describeBond = (bond: bigint | null) =>
  bond === null ? "a bond" : `a bond of ${formatAmount(bond)} USDB`

const BOND_RULE =
  "It is 1% of what the winners share, at least 5 and at most 1,000 USDB, and doubles with each round that ends with “Too early to say”."

const FEE_ONLY = "Nothing but the network fee."

function explainPublic(
  kind: ActionKind,
  market: ResolutionMarket,
  { bounty, bond }: ResolutionAmounts,
): Explanation {
  const { challengeSeconds, votingSeconds, vetoSeconds, proposedOutcome, options } = market
  const challenge = formatPeriod(challengeSeconds ?? 0)
  const [voting, veto] = [formatPeriod(votingSeconds), formatPeriod(vetoSeconds ?? 0)]
  const proposed = proposedOutcome === null ? "it" : `“${toOutcomeName(options, proposedOutcome)}”`
  const pool = bounty === null ? "the bounty" : `the bounty of ${formatAmount(bounty)} USDB`
  const held = bond === null ? "A bond in USDB" : `${formatAmount(bond)} USDB as a bond`
  const early = toOutcomeName(options, EARLY_OUTCOME)
  const texts: Record<ActionKind, Explanation> = {
    propose: {
      verb: "Propose",
      title: "Propose the outcome",
      lead: `Say how it ended, with ${describeBond(bond)}.`,
      money: `${held}, held by the resolver. ${BOND_RULE}`,
      risk: "You lose the bond if somebody disputes and the vote says otherwise.",
      next: `For ${challenge} anybody can dispute. If nobody does, you get the bond back and ${pool} when the outcome is made final.`,
    },
    dispute: {
      verb: "Dispute",
      title: "Dispute the proposal",
      lead: `Say that ${proposed} is wrong, with ${describeBond(bond)}.`,
      money: `${held}, the same as the proposer's.`,
      risk: "You lose the bond if the vote ends with another outcome than yours.",
      next: `Stakers vote for ${voting}, then there are ${veto} for a veto. If yours wins you get both bonds. If “${early}” wins the market goes on: you get your bond and half of the proposer's when that is what you said, and lose yours otherwise.`,
    },
    finalizeUncontested: {
      verb: "Make final",
      title: `Make ${proposed} final`,
      lead: "Anybody may, when nobody has disputed it in time.",
      money: FEE_ONLY,
      risk: "None. It pays others, not you.",
      next: `The outcome is final at once: winners can redeem, the proposer gets the bond back and ${pool}.`,
    },
    vote: {
      verb: "Vote",
      title: "Vote on the outcome",
      lead: "One stake, one vote. It cannot be changed in this round.",
      money:
        "None moves. Your stake is locked for 24 hours from now, and until this dispute is over.",
      risk: "The stake cannot be lost. Only voters for what wins get a part of the bounty.",
      next: `Voting goes on for ${voting} from the dispute, longer while it is undecided; ${veto} for a veto follow. Those who voted for the winner share ${pool}.`,
    },
    veto: {
      verb: "Veto",
      title: "Veto the vote",
      lead: `Object to the vote once, with ${describeBond(bond)}. The operator then decides.`,
      money: `${held}.`,
      risk: "You lose the bond unless the operator decides for the outcome you name.",
      next: "The vote no longer counts. The operator of the platform decides; there is no fixed time for it.",
    },
    finalize: {
      verb: "Make final",
      title: "Make the vote final",
      lead: "Puts the outcome of the vote into force.",
      money: FEE_ONLY,
      risk: "None. It pays others, not you.",
      next: `Bonds go to who was right, voters for the winner share ${pool}, winners can redeem. If “${early}” won, a new round begins instead.`,
    },
    decide: {
      verb: "Decide",
      title: "Decide the vetoed dispute",
      lead: "The operator's word ends the dispute.",
      money: FEE_ONLY,
      risk: "None for you. All three bonds go by what you say, and nobody can change it afterwards.",
      next: `The outcome is final at once. Bonds go to who named it, or to the insurance when nobody did; “${toOutcomeName(options, INVALID_OUTCOME)}” pays all stakes back, “${early}” begins a new round.`,
    },
  }
  return texts[kind]
}

function explainPrivate(
  kind: ActionKind,
  market: ResolutionMarket,
  { bounty }: Pick<ResolutionAmounts, "bounty">,
): Explanation {
  const voting = formatPeriod(market.votingSeconds)
  const pool = bounty === null ? "the bounty" : `the bounty of ${formatAmount(bounty)} USDB`
  if (kind === "vote") {
    return {
      verb: "Vote",
      title: "Vote on the outcome",
      lead: "The voters its creator named decide. A vote can be changed while voting is open.",
      money: FEE_ONLY,
      risk: "None. Only voters for what wins get a part of the bounty.",
      next: `Voting ends ${voting} after the first vote; a tie keeps it open. Those who voted for the winner share ${pool}.`,
    }
  }
  if (!market.firstVoteAt) {
    return {
      verb: "Make invalid",
      title: "Finalize as invalid: everybody gets the cost back",
      lead: "Possible when nobody has voted for long enough.",
      money: FEE_ONLY,
      risk: "None, unless you hold shares that would have won.",
      next: "Everybody who holds shares takes back what was paid for them, less the tax of 1.5%. The pot goes to the insurance wallet.",
    }
  }
  return {
    verb: "Make final",
    title: "Make the vote final",
    lead: "Puts the outcome of the vote into force.",
    money: FEE_ONLY,
    risk: "None. It pays others, not you.",
    next: `Winners can redeem at once, and voters for the winner share ${pool}.`,
  }
}
