import type { ActionOf, AddressBook } from "../client/types"
import { type Expectation, isSameAddress, quotedMinimum, sameText } from "./expected-call"

/** USDB → TIDE (→ token). */
const buyPath = ({ usdb, mainToken }: AddressBook, token: string) =>
  isSameAddress(token, mainToken) ? [usdb, mainToken] : [usdb, mainToken, token]

const buy: Expectation<ActionOf<"token.buy">> = ({ token, amount }, book) => [
  {
    to: [book.swap],
    signature:
      "function buyTokens(uint256 amount, uint256 minOut, address[] path, bool wrapTokens)",
    args: [amount, quotedMinimum, buyPath(book, token), false],
    approval: { token: book.usdb, amount },
  },
]

const sell: Expectation<ActionOf<"token.sell">> = ({ token, amount, receive }, book) => {
  const isForTide = receive === "tide" && !isSameAddress(token, book.mainToken)
  const path = isForTide ? [token, book.mainToken] : buyPath(book, token).reverse()
  return [
    {
      to: [book.swap],
      signature:
        "function sellTokens(uint256 amount, uint256 minOut, address[] path, bool swapToETH)",
      args: [amount, quotedMinimum, path, false],
      approval: { token, amount },
    },
  ]
}

const launch: Expectation<ActionOf<"token.launch">> = (action, book) => [
  {
    to: [book.factory],
    signature:
      "function createToken(string symbol, string name, uint256 hybridMultiplier, bool frozen, uint256 usdcForBonding, uint256 startLP, bool autoVest, uint256 autoVestDuration, bool gradualAutovest)",
    args: [
      sameText(action.symbol),
      sameText(action.name),
      action.hybridMultiplier,
      action.frozen ?? false,
      action.usdcForBonding ?? "0",
      action.startLP,
      action.autoVest ?? false,
      action.autoVest ? (action.autoVestDuration ?? 0) : 0,
      action.autoVest ? (action.gradualAutovest ?? false) : false,
    ],
    paysFee: true,
  },
]

const open: Expectation<ActionOf<"leverage.open">> = ({ token, amount, days }, book) => [
  {
    to: [book.swap],
    signature:
      "function leverageBuy(uint256 amount, uint256 minOut, address[] path, uint256 numberOfDays)",
    args: [amount, quotedMinimum, buyPath(book, token), days],
    approval: { token: book.usdb, amount },
  },
]

const close: Expectation<ActionOf<"leverage.close">> = ({ loanId, percentage }, book) => [
  {
    to: [book.swap],
    signature:
      "function partialLoanSell(uint256 loanId, uint256 percentage, bool isLeverage, uint256 minOut)",
    args: [loanId, percentage ?? 100, true, quotedMinimum],
  },
]

const revoke: Expectation<ActionOf<"approve.revoke">> = ({ token, spender }) => [
  {
    to: [token],
    signature: "function approve(address spender, uint256 amount)",
    args: [spender, 0],
  },
]

export const tokenCalls = {
  "token.buy": buy,
  "token.sell": sell,
  "token.launch": launch,
  "leverage.open": open,
  "leverage.close": close,
  "approve.revoke": revoke,
}
