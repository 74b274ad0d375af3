import type { ErrorText } from "./text"

const lookAgain = "The page shows the newest state: look at it again before you go on."
const reportIt = "This is a fault of the platform. Please report it."
const waitForIt = "Come back when the time shown on the page is over."
const chooseOption = "Choose one of the outcomes the page offers."

/** Text of every custom error of the prediction market contracts. */
export const marketErrors: Readonly<Record<string, ErrorText>> = {
  // Opening a market
  DuplicateOption: {
    sentence: "Two outcomes have the same name.",
    remedy: "Give each outcome a name of its own.",
  },
  InvalidEndTime: {
    sentence: "The end of the market is not in the future.",
    remedy: "Choose a later time, or no end at all.",
  },
  InvalidOption: {
    sentence: "The name of an outcome is empty, too long, or has characters it must not have.",
    remedy: "Use plain text of at most 64 bytes.",
  },
  InvalidOptionCount: {
    sentence: "A market has 2 to 150 outcomes.",
    remedy: "Add outcomes, or take some away.",
  },
  InvalidSeed: {
    sentence: "The seed is below the minimum, or no multiple of 10 USDB.",
    remedy: "Enter a seed of 50, 60, 70 USDB and so on.",
  },
  UnknownEcosystem: {
    sentence: "Markets are opened over TIDE alone.",
    remedy: "Open the market on its page here.",
  },

  // Shares and orders
  BelowMinimum: {
    sentence: "A purchase from the pool and an order are worth at least 1 USDB.",
    remedy: "Enter a larger amount.",
  },
  BuyerNotAdmitted: {
    sentence: "This private event is for wallets its creator has admitted.",
    remedy: "Ask the creator to add this wallet.",
  },
  InsufficientShares: {
    sentence: "The price moved and the purchase would give fewer shares than you accept.",
    remedy: "Look at the new quote and try again, or allow more slippage.",
  },
  InsufficientUsdc: {
    sentence: "What you pay with would give less USDB than you accept.",
    remedy: "Look at the new quote and try again, or pay in USDB.",
  },
  InvalidPrice: {
    sentence: "A share costs more than 0 and less than 1 USDB.",
    remedy: "Enter a price between the two.",
  },
  MarketIsResolved: {
    sentence: "The outcome of this market is final.",
    remedy: "Redeem what you hold on the page of the market.",
  },
  MarketNotFound: {
    sentence: "There is no such market on this contract.",
    remedy: "Check the address of the market.",
  },
  NotEnoughShares: {
    sentence: "You have fewer shares that are not in orders already.",
    remedy: "Enter fewer shares, or cancel an order first.",
  },
  NotSeller: {
    sentence: "Only the seller can cancel an order.",
    remedy: "Switch to the wallet that listed it.",
  },
  OrderAbovePool: {
    sentence: "The order costs more than the pool by now.",
    remedy: "Buy from the pool: it is cheaper.",
  },
  OrderNotActive: { sentence: "The order was filled or cancelled.", remedy: lookAgain },
  OrderOfOtherOutcome: { sentence: "The order is about another outcome.", remedy: lookAgain },
  OrderTooSmall: {
    sentence: "The order has fewer shares left.",
    remedy: "Buy fewer shares, or take another order as well.",
  },
  OwnOrder: {
    sentence: "This is your own order, which you cannot fill.",
    remedy: "Cancel it to get the shares back.",
  },

  PoolClosed: {
    sentence: "The pool sells no more shares: the outcome can be known by now.",
    remedy: "Buy from the orders of holders; the ticket offers those that are open.",
  },

  // Payout
  AlreadyRedeemed: {
    sentence: "This wallet has redeemed here already.",
    remedy: "The payout is in your balance of USDB.",
  },
  MarketNotResolved: {
    sentence: "The outcome of this market is not final yet.",
    remedy: "Wait until it is; the page shows the steps that are left.",
  },
  NothingToRedeem: {
    sentence: "This wallet holds nothing that is paid out here.",
    remedy: "Check that the right wallet is connected.",
  },
  NoBounty: {
    sentence: "There is no bounty for this wallet here, or it was taken already.",
    remedy: "Bounties go to those who voted for what won.",
  },

  // Proposals, disputes, votes
  AlreadyDisputed: {
    sentence: "The proposal was disputed already.",
    remedy: "Stake and vote for the outcome that is right.",
  },
  AlreadyProposed: {
    sentence: "An outcome was proposed already.",
    remedy: "Dispute it if it is wrong.",
  },
  AlreadyStaked: {
    sentence: "This wallet has a stake already.",
    remedy: "One stake is enough to vote in every dispute.",
  },
  AlreadyVetoed: {
    sentence: "The vote was vetoed; the operator decides.",
    remedy: "Wait for the operator's decision.",
  },
  AlreadyVoted: {
    sentence: "This wallet has voted in this round.",
    remedy: "A vote stays as it is until the round is over.",
  },
  ChallengeOver: {
    sentence: "The time to dispute the proposal is over.",
    remedy: "Anybody may make the proposal final now.",
  },
  ChallengeRunning: {
    sentence: "The proposal can still be disputed.",
    remedy: waitForIt,
  },
  ConsensusMissed: {
    sentence: "With 9 votes or more the leader needs 70% of them, and has fewer.",
    remedy: "Voting goes on until an outcome has enough.",
  },
  InvalidOutcome: { sentence: "That outcome cannot be named here.", remedy: chooseOption },
  MarketNotEnded: { sentence: "The market has not ended yet.", remedy: waitForIt },
  NotDisputed: { sentence: "The proposal is not disputed.", remedy: lookAgain },
  NotProposed: {
    sentence: "No outcome is proposed in this round.",
    remedy: "Propose one on the page of the market.",
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
    sentence: "Fewer have voted than must.",
    remedy: "Voting goes on until enough have voted.",
  },
  StakeInDispute: {
    sentence: "The stake has voted in a dispute that is not over.",
    remedy: "Come back when the outcome of that market is final.",
  },
  StakeLocked: {
    sentence: "A stake is locked for 24 hours after a vote.",
    remedy: waitForIt,
  },
  TiedVote: {
    sentence: "Two outcomes have the most votes.",
    remedy: "Voting goes on: the next vote breaks the tie.",
  },
  VetoRunning: { sentence: "The vote can still be vetoed.", remedy: waitForIt },
  VotingClosed: {
    sentence: "The vote is decided.",
    remedy: "Make the outcome final as soon as the page offers it.",
  },
  VotingRunning: { sentence: "Voting is still going on.", remedy: waitForIt },
  WrongStake: {
    sentence: "The stake of this wallet is of another token.",
    remedy: "Take back the token you have staked.",
  },

  // Private markets
  CreatorStaysVoter: {
    sentence: "The creator of a market stays one of its voters.",
    remedy: "Dismiss another voter.",
  },
  NotPrivateEvent: {
    sentence: "This market is open to every buyer.",
    remedy: "Buyers are admitted in private events alone.",
  },
  OnlyCreator: {
    sentence: "Only the creator of the market may do this.",
    remedy: "Switch to the wallet that opened it.",
  },
  OnlyVoter: {
    sentence: "Only the voters of this market may vote.",
    remedy: "Ask its creator to admit this wallet.",
  },
  VoterHasVoted: {
    sentence: "A voter whose vote counts cannot be dismissed.",
    remedy: "Their vote stands; they may change it themselves.",
  },
  VotingNotOpen: { sentence: "Voting begins when the market has ended.", remedy: waitForIt },
  VotingNotOver: {
    sentence: "Voting is not over, or nobody has voted yet.",
    remedy: waitForIt,
  },

  // Between contracts
  OnlyResolver: { sentence: "Only the resolver may do this.", remedy: reportIt },
  ResolverAlreadySet: {
    sentence: "The resolver is set for good.",
    remedy: "Nothing needs to be done.",
  },
}
