import type { ActionFields, ActionName } from "../../client/types"
import type { ActionRule, CallRule, Rules } from "./rule"

type MarketAction = Extract<ActionName, `market.${string}`>

/** Markets are traded by the contract of public or of private ones. */
const trading = [{ book: "marketTrading" }, { book: "privateMarket" }] as const

type BuyRule = CallRule<ActionFields<"market.buy">>

const input = {
  choice: "payWith",
  of: { usdb: { book: "usdb" }, tide: { book: "mainToken" } },
} as const

const bought = { sharesOf: "market", outcome: "outcomeId" } as const

const fromPool: BuyRule = {
  to: trading,
  signature:
    "function buy(address marketToken, uint8 outcomeId, address inputToken, uint256 inputAmount, uint256 minUsdc, uint256 minShares)",
  args: [
    { field: "market" },
    { field: "outcomeId" },
    input,
    { field: "amount" },
    // The least USDB on the way: what counts in the end are the least shares.
    { is: "anything" },
    { minimumOf: bought },
  ],
  approval: { token: input, amount: { field: "amount" } },
}

const fromBoth: BuyRule = {
  when: { fillOrders: true },
  to: trading,
  signature:
    "function buyOrdersAndContract(address marketToken, uint8 outcomeId, uint256[] orderIds, address inputToken, uint256 totalInput, uint256 minShares)",
  args: [
    { field: "market" },
    { field: "outcomeId" },
    { is: "anything" },
    input,
    { field: "amount" },
    { minimumOf: bought },
  ],
  approval: { token: input, amount: { field: "amount" } },
}

type CreateRule = CallRule<ActionFields<"market.create">>

const question: CreateRule["args"] = [
  { sameText: "name" },
  { sameText: "symbol" },
  { field: "endTime" },
  { sameTexts: "options" },
  { book: "mainToken" },
]
const terms: CreateRule["args"] = [
  { field: "frozen" },
  { field: "bonding" },
  { field: "seedAmount" },
]
const seed = {
  approval: { token: { book: "usdb" }, amount: { field: "seedAmount" } },
  paysFee: true,
} as const

const createPublic: CreateRule = {
  when: { isPrivate: false },
  to: [{ book: "marketTrading" }],
  signature:
    "function createMarket(string marketName, string symbol, uint256 endTime, string[] optionNames, address maintoken, bool frozen, uint256 bonding, uint256 seedAmount)",
  args: [...question, ...terms],
  ...seed,
}

const createPrivate: CreateRule = {
  when: { isPrivate: true },
  to: [{ book: "privateMarket" }],
  signature:
    "function createMarket(string marketName, string symbol, uint256 endTime, string[] optionNames, address maintoken, bool privateEvent, bool frozen, uint256 bonding, uint256 seedAmount)",
  args: [...question, { field: "privateEvent" }, ...terms],
  ...seed,
}

type WithOutcome = { market: string; outcomeId: number }

/** A step of a resolution that puts up a bond, whose amount the contract knows. */
const bonded = (functionName: string): ActionRule<WithOutcome> => ({
  takesUsdb: true,
  calls: [
    {
      to: [{ book: "resolver" }],
      signature: `function ${functionName}(address marketToken, uint8 outcomeId)`,
      args: [{ field: "market" }, { field: "outcomeId" }],
      approval: { token: { book: "usdb" }, amount: null },
    },
  ],
})

/** A call whose only argument is the market. */
const ofMarket = (
  functionName: string,
  ...to: CallRule<{ market: string }>["to"]
): CallRule<{ market: string }> => ({
  to,
  signature: `function ${functionName}(address marketToken)`,
  args: [{ field: "market" }],
})

export const marketRules: Pick<Rules, MarketAction> = {
  "market.buy": {
    defaults: { payWith: "usdb", fillOrders: true },
    usdb: { field: "amount", when: { payWith: "usdb" } },
    gives: { in: "in", asset: input, amount: { field: "amount" }, unless: { payWith: "usdb" } },
    calls: [fromPool, fromBoth],
  },
  "market.create": {
    defaults: { endTime: 0, frozen: false, bonding: "0", isPrivate: false, privateEvent: false },
    usdb: { field: "seedAmount" },
    calls: [createPublic, createPrivate],
  },
  "market.list": {
    // The filler of the order pays the asked price.
    gives: {
      ...{ in: "gives", asset: bought, amount: { field: "amount" } },
      askedPrice: "pricePerShare",
    },
    calls: [
      {
        to: trading,
        signature:
          "function listOrder(address marketToken, uint8 outcomeId, uint256 amount, uint256 pricePerShare)",
        args: [
          { field: "market" },
          { field: "outcomeId" },
          { field: "amount" },
          { field: "pricePerShare" },
        ],
      },
    ],
  },
  "market.cancel": {
    calls: [
      {
        to: trading,
        signature: "function cancelOrder(address marketToken, uint256 orderId)",
        args: [{ field: "market" }, { field: "orderId" }],
      },
    ],
  },
  "market.fill": {
    usdb: { field: "amount" },
    calls: [
      {
        to: trading,
        signature:
          "function buyMultipleOrders(address marketToken, uint256[] orderIds, uint256 usdcAmount)",
        args: [{ field: "market" }, { field: "orderIds" }, { field: "amount" }],
        approval: { token: { book: "usdb" }, amount: { field: "amount" } },
      },
    ],
  },
  "market.propose": bonded("proposeOutcome"),
  "market.dispute": bonded("dispute"),
  "market.veto": bonded("veto"),
  "market.vote": {
    calls: [
      {
        to: [{ book: "resolver" }, { book: "privateMarket" }],
        signature: "function vote(address marketToken, uint8 outcomeId)",
        args: [{ field: "market" }, { field: "outcomeId" }],
      },
    ],
  },
  "market.finalize": {
    calls: [
      ofMarket("finalizeUncontested", { book: "resolver" }),
      ofMarket("finalizeMarket", { book: "resolver" }),
      ofMarket("finalize", { book: "privateMarket" }),
    ],
  },
  "market.redeem": { calls: [ofMarket("redeem", ...trading)] },
  "market.claimBounty": {
    calls: [ofMarket("claimBounty", { book: "resolver" }, { book: "privateMarket" })],
  },
}
