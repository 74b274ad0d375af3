import type { ActionFields, ActionName } from "../../client/types"
import type { CallRule, Rules } from "./rule"

type LoanAction = Extract<ActionName, `loan.${string}`>

/** A debt or a fee in USDB that the contract knows. */
const debt = { approval: { token: { book: "usdb" }, amount: null } } as const

const usdb = { book: "usdb" } as const

type RepayRule = CallRule<ActionFields<"loan.repay">>

const repayCalls: readonly RepayRule[] = [
  {
    when: { source: "hub" },
    to: [{ book: "loanHub" }],
    signature: "function repayLoan(uint256 hubId)",
    args: [{ field: "loanId" }],
  },
  {
    when: { source: "vault" },
    to: [{ book: "staking" }],
    signature: "function repay()",
    args: [],
  },
  {
    when: { source: "leverage" },
    to: [{ book: "mainToken" }],
    signature: "function RepayLoan(uint256 loanId, bool isLeverage)",
    args: [{ field: "loanId" }, true],
  },
  {
    when: { source: "vesting" },
    to: [{ book: "vesting" }],
    signature: "function repayLoanOnVesting(uint256 vestingId)",
    args: [{ field: "loanId" }],
  },
]

type ExtendRule = CallRule<ActionFields<"loan.extend">>

/** The fee is paid in USDB, or out of the collateral. */
const extendCalls = [true, false].flatMap((payInStable): ExtendRule[] => {
  const fee = payInStable ? debt : {}
  return [
    {
      when: { source: "hub", payInStable },
      to: [{ book: "loanHub" }],
      signature:
        "function extendLoan(uint256 hubId, uint256 addDays, bool payInStable, bool refinance)",
      args: [{ field: "loanId" }, { field: "days" }, payInStable, { field: "refinance" }],
      ...fee,
    },
    {
      when: { source: "vault", payInStable },
      to: [{ book: "staking" }],
      signature: "function extendLoan(uint256 daysToAdd, bool payInUSDC, bool refinance)",
      args: [{ field: "days" }, payInStable, { field: "refinance" }],
      ...fee,
    },
    {
      when: { source: "leverage", payInStable },
      to: [{ book: "mainToken" }],
      signature:
        "function ExtendLoan(uint256 loanId, uint256 numberOfDays, bool isLeverage, bool payInUSDC, bool refinance, bool isFree)",
      args: [
        { field: "loanId" },
        { field: "days" },
        true,
        payInStable,
        { field: "refinance" },
        false,
      ],
      ...fee,
    },
  ]
})

const hub = { source: "hub", loanId: 0 } as const

export const loanRules: Pick<Rules, LoanAction> = {
  "loan.take": {
    defaults: { source: "hub", days: 30 },
    paysFees: true,
    calls: [
      {
        when: { source: "hub" },
        to: [{ book: "loanHub" }],
        signature:
          "function takeLoan(address ecosystem, address collateral, uint256 amount, uint256 daysCount)",
        args: [{ book: "mainToken" }, { field: "token" }, { field: "amount" }, { field: "days" }],
        approval: { token: { field: "token" }, amount: { field: "amount" } },
      },
      {
        when: { source: "vault" },
        to: [{ book: "staking" }],
        signature: "function borrow(uint256 amount, uint256 daysCount)",
        args: [{ field: "amount" }, { field: "days" }],
      },
      {
        when: { source: "vesting" },
        to: [{ book: "vesting" }],
        signature: "function takeLoanOnVesting(uint256 vestingId)",
        args: [{ field: "vestingId" }],
      },
    ],
  },
  "loan.repay": {
    defaults: hub,
    takesUsdb: true,
    calls: repayCalls.map((call) => ({ ...call, ...debt })),
  },
  "loan.extend": {
    defaults: { ...hub, payInStable: true, refinance: false },
    paysFees: true,
    calls: extendCalls,
  },
  "loan.increase": {
    defaults: hub,
    paysFees: true,
    calls: [
      {
        when: { source: "hub" },
        to: [{ book: "loanHub" }],
        signature: "function increaseLoan(uint256 hubId, uint256 amountToAdd)",
        args: [{ field: "loanId" }, { field: "amount" }],
        approval: { token: null, amount: { field: "amount" } },
      },
      {
        when: { source: "vault" },
        to: [{ book: "staking" }],
        signature: "function addToLoan(uint256 amount)",
        args: [{ field: "amount" }],
      },
    ],
  },
  "loan.sell": {
    defaults: hub,
    sells: true,
    calls: [
      {
        when: { source: "hub" },
        to: [{ book: "loanHub" }],
        signature:
          "function hubPartialLoanSell(uint256 loanId, uint256 percentage, bool isLeverage, uint256 minOut)",
        args: [{ field: "loanId" }, { field: "percentage" }, false, { minimumOf: usdb }],
      },
      {
        when: { source: "leverage" },
        to: [{ book: "swap" }],
        signature:
          "function partialLoanSell(uint256 loanId, uint256 percentage, bool isLeverage, uint256 minOut)",
        args: [{ field: "loanId" }, { field: "percentage" }, true, { minimumOf: usdb }],
      },
    ],
  },
  "loan.claim": {
    defaults: hub,
    calls: [
      {
        when: { source: "hub" },
        to: [{ book: "loanHub" }],
        signature: "function claimLiquidation(uint256 hubId)",
        args: [{ field: "loanId" }],
      },
      {
        when: { source: "leverage" },
        to: [{ book: "mainToken" }],
        signature: "function ClaimLiquidation(uint256 loanId, bool isLeverage)",
        args: [{ field: "loanId" }, true],
      },
    ],
  },
}
