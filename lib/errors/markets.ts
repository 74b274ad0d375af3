import type { ErrorText } from "./text"

const lookAgain = "The page shows the current state: check it before you continue."
const reportIt = "This is a bug. Please report it."
const waitForIt = "Try again when the time shown on the page has passed."
const chooseOption = "Choose one of the outcomes on the page."

/** Text of every custom error of the prediction market contracts. */
export const marketErrors: Readonly<Record<string, ErrorText>> = {
  // Creating a market
  DuplicateOption: {
    sentence: "Two outcomes have the same name.",
    remedy: "Give each outcome a name of its own.",
  },
  InvalidEndTime: {
    sentence: "The end time is not in the future.",
    remedy: "Choose a later time, or no end time.",
  },
  InvalidOption: {
    sentence: "An outcome's name is empty, too long, or contains characters that are not allowed.",
    remedy: "Use plain text of at most 64 bytes.",
  },
  InvalidOptionCount: {
    sentence: "A market must have 2 to 150 outcomes.",
    remedy: "Add or remove outcomes.",
  },
  InvalidSeed: {
    sentence: "The seed is below the minimum or not a multiple of 10 USDB.",
    remedy: "Enter a seed of 50, 60, 70 USDB and so on.",
  },
  UnknownEcosystem: {
    sentence: "Only TIDE's ecosystem is supported.",
    remedy: "Name TIDE as the ecosystem.",
  },

  // Shares and orders
  BelowMinimum: {
    sentence: "Purchases from the pool and orders must be worth at least 1 USDB.",
    remedy: "Enter a larger amount.",
  },
  BuyerNotAdmitted: {
    sentence: "Only wallets on the access list can buy in this private market.",
    remedy: "Ask the creator to add this wallet.",
  },
  InsufficientShares: {
    sentence: "The price moved beyond your slippage tolerance.",
    remedy: "Review the new quote and try again, or increase the slippage.",
  },
  InsufficientUsdc: {
    sentence: "Your payment would give less USDB than your slippage tolerance allows.",
    remedy: "Review the new quote and try again, or pay in USDB.",
  },
  InvalidPrice: {
    sentence: "A share costs more than 0 and less than 1 USDB, an asset more than 0.",
    remedy: "Enter another price. A price round that ends with such a price is canceled.",
  },
  MarketIsResolved: {
    sentence: "This market is resolved.",
    remedy: "Redeem your shares on the market's page.",
  },
  MarketNotFound: {
    sentence: "This market does not exist on the contract.",
    remedy: "Check the address of the market.",
  },
  NotEnoughShares: {
    sentence: "You do not have enough shares outside of your orders.",
    remedy: "Enter fewer shares, or cancel an order first.",
  },
  NotSeller: {
    sentence: "Only the seller can cancel an order.",
    remedy: "Switch to the wallet that listed it.",
  },
  OrderAbovePool: {
    sentence: "The order is now more expensive than the pool.",
    remedy: "Buy from the pool instead.",
  },
  OrderNotActive: { sentence: "The order was already filled or cancelled.", remedy: lookAgain },
  OrderOfOtherOutcome: { sentence: "The order is for another outcome.", remedy: lookAgain },
  OrderTooSmall: {
    sentence: "The order has fewer shares left.",
    remedy: "Buy fewer shares, or fill another order as well.",
  },
  OwnOrder: {
    sentence: "You cannot fill your own order.",
    remedy: "Cancel it to get the shares back.",
  },

  PoolClosed: {
    sentence: "The pool is closed because the outcome may already be known.",
    remedy: "Buy from the order book.",
  },

  // Payout
  AlreadyRedeemed: {
    sentence: "This wallet has already redeemed its shares.",
    remedy: "The payout is in your USDB balance.",
  },
  MarketNotResolved: {
    sentence: "This market is not resolved yet.",
    remedy: "Wait for the resolution; the page shows the remaining steps.",
  },
  NothingToRedeem: {
    sentence: "This wallet has nothing to redeem here.",
    remedy: "Check that the right wallet is connected.",
  },
  NoBounty: {
    sentence: "This wallet has no bounty to claim here, or has already claimed it.",
    remedy: "Bounties go to wallets that voted for the winning outcome.",
  },

  // Proposals, disputes, votes
  AlreadyDisputed: {
    sentence: "The proposal was already disputed.",
    remedy: "Stake and vote for the correct outcome.",
  },
  AlreadyProposed: {
    sentence: "An outcome was already proposed.",
    remedy: "Dispute it if it is wrong.",
  },
  AlreadyStaked: {
    sentence: "This wallet already has a stake.",
    remedy: "One stake is enough to vote in every dispute.",
  },
  AlreadyVetoed: {
    sentence: "The vote was vetoed, so the operator decides.",
    remedy: "Wait for the operator's decision.",
  },
  AlreadyVoted: {
    sentence: "This wallet has already voted in this round.",
    remedy: "A vote cannot be changed during a round.",
  },
  BondGrown: {
    sentence: "The bond has grown since it was approved, as the market has.",
    remedy: "Ask for the transaction again: it approves the new bond.",
  },
  ChallengeOver: {
    sentence: "The challenge period has ended.",
    remedy: "Anyone can now finalize the proposal.",
  },
  ChallengeRunning: { sentence: "The challenge period has not ended yet.", remedy: waitForIt },
  ConsensusMissed: {
    sentence: "With 9 or more votes, the leading outcome needs 70% of them.",
    remedy: "Voting continues until an outcome has enough votes.",
  },
  InvalidOutcome: { sentence: "This outcome is not valid here.", remedy: chooseOption },
  MarketNotEnded: { sentence: "The market has not ended yet.", remedy: waitForIt },
  NotAllowed: {
    sentence: "A proposer cannot dispute the own proposal.",
    remedy: "Wait for the challenge period to end, or for somebody else's dispute.",
  },
  NotDisputed: { sentence: "The proposal is not disputed.", remedy: lookAgain },
  NotProposed: {
    sentence: "No outcome has been proposed in this round.",
    remedy: "Propose one on the market's page.",
  },
  NotStaked: {
    sentence: "Only wallets with a stake can do this.",
    remedy: "Stake 5 TIDE, or 5 of a listed token, first.",
  },
  NotVetoed: {
    sentence: "There is no veto to decide.",
    remedy: lookAgain,
  },
  QuorumMissed: {
    sentence: "The quorum has not been reached.",
    remedy: "Voting continues until enough wallets have voted.",
  },
  StakeInDispute: {
    sentence: "This stake has voted in a dispute that is still open.",
    remedy: "Try again when that market is resolved.",
  },
  StakeLocked: {
    sentence: "A stake is locked for 24 hours after a vote.",
    remedy: waitForIt,
  },
  TiedVote: {
    sentence: "The vote is tied.",
    remedy: "Voting continues: the next vote breaks the tie.",
  },
  VetoRunning: { sentence: "The veto period has not ended yet.", remedy: waitForIt },
  VotingClosed: {
    sentence: "Voting has ended.",
    remedy: "Finalize the outcome as soon as the page offers it.",
  },
  VotingRunning: { sentence: "Voting has not ended yet.", remedy: waitForIt },
  WrongStake: {
    sentence: "This wallet's stake is in another token.",
    remedy: "Withdraw the token that you staked.",
  },

  // Private markets
  CreatorStaysVoter: {
    sentence: "The market's creator cannot be removed as a voter.",
    remedy: "Remove another voter.",
  },
  NotPrivateEvent: {
    sentence: "This market is open to all buyers.",
    remedy: "Only private markets have an access list.",
  },
  OnlyCreator: {
    sentence: "Only the creator can do this.",
    remedy: "Switch to the wallet that created it.",
  },
  OnlyVoter: {
    sentence: "Only this market's voters can vote.",
    remedy: "Ask the creator to add this wallet.",
  },
  VoterHasVoted: {
    sentence: "A voter who has voted cannot be removed.",
    remedy: "The vote stands; the voter can still change it.",
  },
  VotingNotOpen: { sentence: "Voting starts when the market ends.", remedy: waitForIt },
  VotingNotOver: { sentence: "Voting has not ended, or nobody has voted yet.", remedy: waitForIt },

  // Between contracts
  OnlyResolver: { sentence: "Only the resolver can do this.", remedy: reportIt },
  ResolverAlreadySet: { sentence: "The resolver is already set.", remedy: "No action is needed." },
}
