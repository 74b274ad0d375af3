import { amount } from "@/lib/format"
import { EARLY, INVALID } from "@/lib/markets/kinds"
import { outcomeName } from "@/lib/markets/words"
import { period } from "./period"
import type { ResolutionMarket } from "./plan"
import type { ActionKind } from "./terms"

/** What somebody should know before signing. */
export type Explanation = {
  /** On the row and the button that opens the question. */
  verb: string
  title: string
  lead: string
  /** The money put up, the chance to lose it, what happens next and when. */
  money: string
  risk: string
  next: string
}

/** USDB of the bounty for those who settle, 18 decimals; null while the chain does not tell. */
type Bounty = bigint | null

export function explain(kind: ActionKind, market: ResolutionMarket, bounty: Bounty): Explanation {
  return market.kind === "private"
    ? ofPrivate(kind, market, bounty)
    : ofPublic(kind, market, bounty)
}

const FEE_ONLY = "Nothing but the network fee."

function ofPublic(kind: ActionKind, market: ResolutionMarket, bounty: Bounty): Explanation {
  const { challengeSeconds, votingSeconds, vetoSeconds, proposedOutcome, options } = market
  const challenge = period(challengeSeconds ?? 0)
  const [voting, veto] = [period(votingSeconds), period(vetoSeconds ?? 0)]
  const proposed = proposedOutcome === null ? "it" : `“${outcomeName(options, proposedOutcome)}”`
  const pool = bounty === null ? "the bounty" : `the bounty of ${amount(bounty)} USDB`
  const texts: Record<ActionKind, Explanation> = {
    propose: {
      verb: "Propose",
      title: "Propose the outcome",
      lead: "Say how it ended, with a bond of 5 USDB.",
      money: "5 USDB as a bond, held by the resolver.",
      risk: "You lose the bond if somebody disputes and the vote says otherwise.",
      next: `For ${challenge} anybody can dispute. If nobody does, you get the bond back and ${pool} when the outcome is made final.`,
    },
    dispute: {
      verb: "Dispute",
      title: "Dispute the proposal",
      lead: `Say that ${proposed} is wrong, with a bond of 5 USDB.`,
      money: "5 USDB as a bond, the same as the proposer's.",
      risk: "You lose the bond if the vote ends with another outcome than yours.",
      next: `Stakers vote for ${voting}, then there are ${veto} for a veto. If yours wins you get both bonds; if “${outcomeName(options, EARLY)}” wins, yours and half of the proposer's, and the market goes on.`,
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
      money: "None moves. Your stake is locked for 24 hours from now.",
      risk: "The stake cannot be lost. Only voters for what wins get a part of the bounty.",
      next: `Voting goes on for ${voting} from the dispute, longer while it is undecided; ${veto} for a veto follow. Those who voted for the winner share ${pool}.`,
    },
    veto: {
      verb: "Veto",
      title: "Veto the vote",
      lead: "Object to the vote once, with a bond of 5 USDB. The operator then decides.",
      money: "5 USDB as a bond.",
      risk: "You lose the bond unless the operator decides for the outcome you name.",
      next: "The vote no longer counts. The operator of the platform decides; there is no fixed time for it.",
    },
    finalize: {
      verb: "Make final",
      title: "Make the vote final",
      lead: "Puts the outcome of the vote into force.",
      money: FEE_ONLY,
      risk: "None. It pays others, not you.",
      next: `Bonds go to who was right, voters for the winner share ${pool}, winners can redeem. If “${outcomeName(options, EARLY)}” won, a new round begins instead.`,
    },
    decide: {
      verb: "Decide",
      title: "Decide the vetoed dispute",
      lead: "The operator's word ends the dispute.",
      money: FEE_ONLY,
      risk: "None for you. All three bonds go by what you say, and nobody can change it afterwards.",
      next: `The outcome is final at once. Bonds go to who named it, or to the insurance when nobody did; “${outcomeName(options, INVALID)}” pays all stakes back.`,
    },
  }
  return texts[kind]
}

function ofPrivate(kind: ActionKind, market: ResolutionMarket, bounty: Bounty): Explanation {
  const voting = period(market.votingSeconds)
  const pool = bounty === null ? "the bounty" : `the bounty of ${amount(bounty)} USDB`
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
  return {
    verb: "Make final",
    title: "Make the vote final",
    lead: "Puts the outcome of the vote into force.",
    money: FEE_ONLY,
    risk: "None. It pays others, not you.",
    next: `Winners can redeem at once, and voters for the winner share ${pool}.`,
  }
}
