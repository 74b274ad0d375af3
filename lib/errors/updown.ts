import type { ErrorText } from "./text"

const betOnNextRound = "Bet on the next round, which opens when this one has ended."
const waitForPrice = "Wait for the price feed's next update."

/** Text of the custom errors of price rounds and their feeds. */
export const upDownErrors: Readonly<Record<string, ErrorText>> = {
  AlreadyBetOnOtherSide: {
    sentence: "This wallet has bet on the other side of the round.",
    remedy: "Add to that side, or wait for the next round.",
  },
  AlreadyStarted: {
    sentence: "A round is open already.",
    remedy: "Reload the page for the round that is open.",
  },
  BettingClosed: {
    sentence:
      "The round takes no more bets, and this one was not placed: betting ends a tenth of its duration before its end.",
    remedy: betOnNextRound,
  },
  InsufficientGas: {
    sentence: "The transaction has too little gas to read the price feed.",
    remedy: "Send it again with a higher gas limit.",
  },
  InvalidAmount: {
    sentence: "The bet is below the minimum, or more than a round can hold.",
    remedy: "Enter another amount.",
  },
  InvalidFeed: {
    sentence: "The price feed does not have 8 decimals.",
    remedy: "Choose another price feed.",
  },
  InvalidSide: {
    sentence: "A bet is on up or on down.",
    remedy: "Choose one of the two sides.",
  },
  InvalidTimeframe: {
    sentence: "Rounds last 5 or 15 minutes, or 1, 4 or 24 hours.",
    remedy: "Choose one of these.",
  },
  NoActiveRound: {
    sentence: "No round is open.",
    remedy: "Wait for the price feed's next update: the next round opens with it.",
  },
  NoDataPresent: {
    sentence: "The price feed has no such update.",
    remedy: "Ask for an update that it has posted.",
  },
  NoUpdateAfterEndTime: {
    sentence: "The price feed has posted no price since the end of the round.",
    remedy: waitForPrice,
  },
  NoValidPriceInWindow: {
    sentence: "The price feed posted its price too late to decide the round.",
    remedy: "Cancel the round; all stakes are refunded.",
  },
  Paused: {
    sentence: "The operator has paused price rounds.",
    remedy: "Try again later. What you have won can be claimed.",
  },
  RoundAlreadySettled: {
    sentence: "The round has its outcome already.",
    remedy: "Reload the page for the outcome.",
  },
  RoundNotSettled: {
    sentence: "The round has no outcome yet.",
    remedy: "Wait for its end, then settle it.",
  },
  RoundOpen: {
    sentence: "The price feed cannot change while a round is open.",
    remedy: "Stop the rounds first, and settle those that have ended.",
  },
  StalePrice: {
    sentence:
      "The price feed's latest price is too old for a new round: older than a tenth of it, one minute to one hour.",
    remedy: waitForPrice,
  },
  TooEarlyToSettle: {
    sentence: "The round cannot be settled yet.",
    remedy: "Wait for its end; it can be canceled 20 minutes later.",
  },
  TooFewShares: {
    sentence: "The bet would give fewer shares than you accepted.",
    remedy: "Review the new quote and try again, or increase the slippage.",
  },
  TooLateForValidPrice: {
    sentence: "The time for a price that decides the round is over.",
    remedy: "Cancel the round; all stakes are refunded.",
  },
  ZeroShares: {
    sentence: "The bet is too small for a share.",
    remedy: "Enter a larger amount.",
  },
}
