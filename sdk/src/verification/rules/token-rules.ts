import type { Rules } from "./rule"

type TokenAction = "token.buy" | "token.sell" | "token.launch" | "leverage.open" | "leverage.close"

const SELL = "function sellTokens(uint256 amount, uint256 minOut, address[] path, bool swapToETH)"

const LAUNCH =
  "function createToken(string symbol, string name, uint256 hybridMultiplier, bool frozen, uint256 usdcForBonding, uint256 startLP, bool autoVest, uint256 autoVestDuration, bool gradualAutovest)"

export const tokenRules: Pick<Rules, TokenAction | "approve.revoke"> = {
  "token.buy": {
    usdb: { field: "amount" },
    calls: [
      {
        to: [{ book: "swap" }],
        signature:
          "function buyTokens(uint256 amount, uint256 minOut, address[] path, bool wrapTokens)",
        args: [{ field: "amount" }, { minimumOf: { field: "token" } }, { buyPath: "token" }, false],
        approval: { token: { book: "usdb" }, amount: { field: "amount" } },
      },
    ],
  },
  "token.sell": {
    defaults: { receive: "usdb" },
    sells: true,
    calls: (["usdb", "tide"] as const).map((receive) => ({
      when: { receive },
      to: [{ book: "swap" }],
      signature: SELL,
      args: [
        { field: "amount" },
        { minimumOf: { soldFor: "token", for: receive } },
        { sellPath: "token", for: receive },
        false,
      ],
      approval: { token: { field: "token" }, amount: { field: "amount" } },
    })),
  },
  "token.launch": {
    defaults: {
      ...{ frozen: false, usdcForBonding: "0", autoVest: false },
      ...{ autoVestDuration: 0, gradualAutovest: false },
    },
    calls: [true, false].map((autoVest) => ({
      when: { autoVest },
      to: [{ book: "factory" }],
      signature: LAUNCH,
      args: [
        { sameText: "symbol" },
        { sameText: "name" },
        { field: "hybridMultiplier" },
        { field: "frozen" },
        { field: "usdcForBonding" },
        { field: "startLP" },
        autoVest,
        autoVest ? { field: "autoVestDuration" } : 0,
        autoVest ? { field: "gradualAutovest" } : false,
      ],
      paysFee: true,
    })),
  },
  "leverage.open": {
    defaults: { percentage: 100 },
    usdb: { field: "amount" },
    calls: [
      {
        when: { percentage: 100 },
        to: [{ book: "swap" }],
        signature:
          "function leverageBuy(uint256 amount, uint256 minOut, address[] path, uint256 numberOfDays)",
        args: [
          { field: "amount" },
          { minimumOf: { field: "token" } },
          { buyPath: "token" },
          { field: "days" },
        ],
        approval: { token: { book: "usdb" }, amount: { field: "amount" } },
      },
      {
        to: [{ book: "swap" }],
        signature:
          "function mixedBuy(uint256 _amount, uint256 minOutLev, uint256 minOut, address[] path, uint256 numberOfDays, uint256 percentageLeverage)",
        args: [
          { field: "amount" },
          { minimumOf: { positionOf: "token" } },
          { minimumOf: { field: "token" } },
          { buyPath: "token" },
          { field: "days" },
          { field: "percentage" },
        ],
        approval: { token: { book: "usdb" }, amount: { field: "amount" } },
      },
    ],
  },
  "leverage.close": {
    defaults: { percentage: 100 },
    sells: true,
    calls: [
      {
        to: [{ book: "swap" }],
        signature:
          "function partialLoanSell(uint256 loanId, uint256 percentage, bool isLeverage, uint256 minOut)",
        args: [{ field: "loanId" }, { field: "percentage" }, true, { minimumOf: { book: "usdb" } }],
      },
    ],
  },
  "approve.revoke": {
    calls: [
      {
        to: [{ field: "token" }],
        signature: "function approve(address spender, uint256 amount)",
        args: [{ field: "spender" }, 0],
      },
    ],
  },
}
