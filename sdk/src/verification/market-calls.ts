import type { ActionOf, AddressBook } from "../client/types"
import {
  anything,
  type Expectation,
  type ExpectedCall,
  quotedMinimum,
  sameText,
} from "./expected-call"

/** Markets are traded by the contract of public or of private ones. */
const trading = ({ marketTrading, privateMarket }: AddressBook) => [marketTrading, privateMarket]

const buy: Expectation<ActionOf<"market.buy">> = (action, book) => {
  const { market, outcomeId, amount, payWith = "usdb", fillOrders = true } = action
  const input =
    payWith === "usdb" ? book.usdb : payWith === "tide" ? book.mainToken : payWith.toLowerCase()
  const common = { to: trading(book), approval: { token: input, amount } }
  const fromPool: ExpectedCall = {
    ...common,
    signature:
      "function buy(address marketToken, uint8 outcomeId, address inputToken, uint256 inputAmount, uint256 minUsdc, uint256 minShares)",
    args: [market, outcomeId, input, amount, anything, quotedMinimum],
  }
  const fromBoth: ExpectedCall = {
    ...common,
    signature:
      "function buyOrdersAndContract(address marketToken, uint8 outcomeId, uint256[] orderIds, address inputToken, uint256 totalInput, uint256 minShares)",
    args: [market, outcomeId, anything, input, amount, quotedMinimum],
  }
  return fillOrders ? [fromPool, fromBoth] : [fromPool]
}

const create: Expectation<ActionOf<"market.create">> = (action, book) => {
  const { seedAmount, frozen = false, bonding = "0" } = action
  const question = [
    sameText(action.name),
    sameText(action.symbol),
    action.endTime ?? 0,
    action.options.map(sameText),
    book.mainToken,
  ]
  const common = { approval: { token: book.usdb, amount: seedAmount }, paysFee: true }
  if (!action.isPrivate) {
    return [
      {
        ...common,
        to: [book.marketTrading],
        signature:
          "function createMarket(string marketName, string symbol, uint256 endTime, string[] optionNames, address maintoken, bool frozen, uint256 bonding, uint256 seedAmount)",
        args: [...question, frozen, bonding, seedAmount],
      },
    ]
  }
  return [
    {
      ...common,
      to: [book.privateMarket],
      signature:
        "function createMarket(string marketName, string symbol, uint256 endTime, string[] optionNames, address maintoken, bool privateEvent, bool frozen, uint256 bonding, uint256 seedAmount)",
      args: [...question, action.privateEvent ?? false, frozen, bonding, seedAmount],
    },
  ]
}

const list: Expectation<ActionOf<"market.list">> = (action, book) => [
  {
    to: trading(book),
    signature:
      "function listOrder(address marketToken, uint8 outcomeId, uint256 amount, uint256 pricePerShare)",
    args: [action.market, action.outcomeId, action.amount, action.pricePerShare],
  },
]

const cancel: Expectation<ActionOf<"market.cancel">> = ({ market, orderId }, book) => [
  {
    to: trading(book),
    signature: "function cancelOrder(address marketToken, uint256 orderId)",
    args: [market, orderId],
  },
]

const fill: Expectation<ActionOf<"market.fill">> = ({ market, orderIds, amount }, book) => [
  {
    to: trading(book),
    signature:
      "function buyMultipleOrders(address marketToken, uint256[] orderIds, uint256 usdcAmount)",
    args: [market, orderIds, amount],
    approval: { token: book.usdb, amount },
  },
]

type WithOutcome = { market: string; outcomeId: number }

/** A step of a resolution that puts up a bond, whose amount the contract knows. */
const bonded =
  (functionName: string): Expectation<WithOutcome> =>
  ({ market, outcomeId }, book) => [
    {
      to: [book.resolver],
      signature: `function ${functionName}(address marketToken, uint8 outcomeId)`,
      args: [market, outcomeId],
      approval: { token: book.usdb, amount: null },
    },
  ]

const vote: Expectation<WithOutcome> = ({ market, outcomeId }, book) => [
  {
    to: [book.resolver, book.privateMarket],
    signature: "function vote(address marketToken, uint8 outcomeId)",
    args: [market, outcomeId],
  },
]

/** A call that names the market alone. */
const ofMarket = (to: readonly string[], functionName: string, market: string): ExpectedCall => ({
  to,
  signature: `function ${functionName}(address marketToken)`,
  args: [market],
})

const finalize: Expectation<ActionOf<"market.finalize">> = ({ market }, book) => [
  ofMarket([book.resolver], "finalizeUncontested", market),
  ofMarket([book.resolver], "finalizeMarket", market),
  ofMarket([book.privateMarket], "finalize", market),
]

const redeem: Expectation<ActionOf<"market.redeem">> = ({ market }, book) => [
  ofMarket(trading(book), "redeem", market),
]

const claimBounty: Expectation<ActionOf<"market.claimBounty">> = ({ market }, book) => [
  ofMarket([book.resolver, book.privateMarket], "claimBounty", market),
]

export const marketCalls = {
  "market.buy": buy,
  "market.create": create,
  "market.list": list,
  "market.cancel": cancel,
  "market.fill": fill,
  "market.propose": bonded("proposeOutcome"),
  "market.dispute": bonded("dispute"),
  "market.veto": bonded("veto"),
  "market.vote": vote,
  "market.finalize": finalize,
  "market.redeem": redeem,
  "market.claimBounty": claimBounty,
}
