import { formatAmount, formatDuration } from "@/lib/format"
import { EARLY_OUTCOME, INVALID_OUTCOME } from "@/lib/markets/constants"
import { toOutcomeName } from "@/lib/markets/labels"
import type { ActionKind } from "@/lib/markets/resolution-rules"
import { endsUndecided, type ResolutionMarket } from "./action-plan"

/** The texts of an action's confirmation dialog. */
export type Explanation = {
  /** Label of the buttons in the row and the dialog. */
  verb: string
  title: string
  lead: string
  money: string
  risk: string
  next: string
}

/** USDB with 18 decimals; null while the chain does not answer. */
export type ResolutionAmounts = {
  /** Paid to the proposer or the voters. */
  bounty: bigint | null
  /** Current bond of a proposal, dispute or veto; null in private markets, which have no bonds. */
  bond: bigint | null
}

export function explain(
  kind: ActionKind,
  market: ResolutionMarket,
  amounts: ResolutionAmounts,
): Explanation {
  const explainKind = market.kind === "private" ? explainPrivate : explainPublic
  return explainKind(kind, market, amounts)
}

/** A duration without zero parts: "30 min", "24 h". */
export const formatPeriod = (seconds: number) =>
  formatDuration(seconds).replace(/ 0(0 s| min| h)$/, "")

/** "a bond of 12.5 USDB". */
export const describeBond = (bond: bigint | null) =>
  bond === null ? "a bond" : `a bond of ${formatAmount(bond)} USDB`

const BOND_RULE =
  "The bond is 1% of the payout pool, at least 5 and at most 1,000 USDB. It doubles with the first and the second round that end with “Too early to say”, and never more."

const FEE_ONLY = "Only the network fee."

const describeBounty = (bounty: bigint | null) =>
  bounty === null ? "the bounty" : `the bounty of ${formatAmount(bounty)} USDB`

function explainPublic(
  kind: ActionKind,
  market: ResolutionMarket,
  amounts: ResolutionAmounts,
): Explanation {
  const { challengeSeconds, votingSeconds, vetoSeconds, proposedOutcome, options } = market
  const challenge = formatPeriod(challengeSeconds ?? 0)
  const [voting, veto] = [formatPeriod(votingSeconds), formatPeriod(vetoSeconds ?? 0)]
  const proposed =
    proposedOutcome === null ? "the proposal" : `“${toOutcomeName(options, proposedOutcome)}”`
  const bounty = describeBounty(amounts.bounty)
  const bond = describeBond(amounts.bond)
  const cost =
    amounts.bond === null ? "A bond in USDB" : `${formatAmount(amounts.bond)} USDB as a bond`
  const early = toOutcomeName(options, EARLY_OUTCOME)
  const texts: Record<ActionKind, Explanation> = {
    propose: {
      verb: "Propose",
      title: "Propose the outcome",
      lead: `Name the outcome and post ${bond}.`,
      money: `${cost}, held by the resolver. ${BOND_RULE}`,
      risk: market.endTime
        ? "You lose the bond if the proposal is disputed and another outcome wins the vote."
        : `You lose the bond if the proposal is disputed and another outcome wins the vote, and half of it if a dispute with “${early}” is not decided.`,
      next: `Anyone can dispute for ${challenge}. Without a dispute, you get the bond back and ${bounty} when the outcome is finalized.`,
    },
    dispute: {
      verb: "Dispute",
      title: "Dispute the proposal",
      lead: `Name another outcome than ${proposed} and post ${bond}.`,
      money: `${cost}, the same as the proposer's.`,
      risk: market.endTime
        ? "You lose the bond if your outcome does not win the vote."
        : `You lose the bond if your outcome does not win the vote, and half of it if you name “${early}” and the vote is not decided.`,
      next: `Stakers vote for ${voting}, followed by a veto period of ${veto}. If your outcome wins, you get both bonds. If “${early}” wins, the market stays open: you get your bond and a quarter of the proposer's if you named it, and lose your bond if not.`,
    },
    finalizeUncontested: {
      verb: "Finalize",
      title: `Finalize ${proposed}`,
      lead: "Anyone can finalize a proposal that was not disputed in time.",
      money: FEE_ONLY,
      risk: "Nothing.",
      next: `The outcome is final, and winners can redeem. The proposer gets the bond back and ${bounty}.`,
    },
    vote: {
      verb: "Vote",
      title: "Vote on the outcome",
      lead: "Each staker has one vote, which cannot be changed in this round.",
      money: `${FEE_ONLY} Your stake is locked for 24 hours and until this dispute is over.`,
      risk: "Nothing. Your stake cannot be taken, but only voters for the winning outcome share the bounty.",
      next: `Voting ends ${voting} after the dispute, or later if the vote is undecided. A veto period of ${veto} follows. Voters for the winning outcome share ${bounty}.`,
    },
    veto: {
      verb: "Veto",
      title: "Veto the vote",
      lead: `Name another outcome and post ${bond}. A vote can be vetoed once.`,
      money: `${cost}.`,
      risk: "You lose the bond unless the operator decides for your outcome.",
      next: "The vote no longer counts. The platform operator decides, without a deadline.",
    },
    finalize: {
      verb: "Finalize",
      title: "Finalize the vote",
      lead: "Makes the result of the vote final.",
      money: FEE_ONLY,
      risk: "Nothing.",
      next: endsUndecided(market)
        ? `If “${early}” won, a new round begins. So it does if the vote is not decided: then proposer and disputer lose half of their bonds. Otherwise bonds go to those who named the winning outcome, its voters share ${bounty}, and winners can redeem.`
        : `Bonds go to those who named the winning outcome, its voters share ${bounty}, and winners can redeem. If “${early}” won, a new round begins instead.`,
    },
    decide: {
      verb: "Decide",
      title: "Decide the vetoed dispute",
      lead: "The operator's decision ends the dispute.",
      money: FEE_ONLY,
      risk: "Nothing. Your decision settles all three bonds and cannot be changed.",
      next: `The outcome is final. Bonds go to those who named it, or to the insurance if nobody did. “${toOutcomeName(options, INVALID_OUTCOME)}” refunds all stakes. “${early}” begins a new round.`,
    },
  }
  return texts[kind]
}

function explainPrivate(
  kind: ActionKind,
  market: ResolutionMarket,
  amounts: ResolutionAmounts,
): Explanation {
  const voting = formatPeriod(market.votingSeconds)
  const bounty = describeBounty(amounts.bounty)
  if (kind === "vote") {
    return {
      verb: "Vote",
      title: "Vote on the outcome",
      lead: "Voters named by the creator decide. A vote can be changed while voting is open.",
      money: FEE_ONLY,
      risk: "Nothing. Only voters for the winning outcome share the bounty.",
      next: `Voting ends ${voting} after the first vote, or later in a tie. Voters for the winning outcome share ${bounty}.`,
    }
  }
  if (!market.firstVoteAt) {
    return {
      verb: "Invalidate",
      title: "Invalidate the market",
      lead: "Anyone can invalidate a market that nobody has voted on in time.",
      money: FEE_ONLY,
      risk: "Nothing, unless you hold shares that would have won.",
      next: "All holders can redeem the cost of their shares, less the 1.5% tax. The pot goes to the insurance wallet.",
    }
  }
  return {
    verb: "Finalize",
    title: "Finalize the vote",
    lead: "Makes the result of the vote final.",
    money: FEE_ONLY,
    risk: "Nothing.",
    next: `Winners can redeem, and voters for the winning outcome share ${bounty}.`,
  }
}
