import type { ActionOf, AddressBook } from "../client/types"
import { type Expectation, type ExpectedCall, quotedMinimum } from "./expected-call"

/** A debt or a fee in USDB that the contract knows. */
const quotedUsdb = ({ usdb }: AddressBook) => ({ token: usdb, amount: null })

const take: Expectation<ActionOf<"loan.take">> = (action, book) => {
  const { source = "hub", token = "", amount = "", days = 30, vestingId = 0 } = action
  if (source === "vesting") {
    const signature = "function takeLoanOnVesting(uint256 vestingId)"
    return [{ to: [book.vesting], signature, args: [vestingId] }]
  }
  if (source === "vault") {
    const signature = "function borrow(uint256 amount, uint256 daysCount)"
    return [{ to: [book.staking], signature, args: [amount, days] }]
  }
  return [
    {
      to: [book.loanHub],
      signature:
        "function takeLoan(address ecosystem, address collateral, uint256 amount, uint256 daysCount)",
      args: [book.mainToken, token, amount, days],
      approval: { token, amount },
    },
  ]
}

const repay: Expectation<ActionOf<"loan.repay">> = ({ source = "hub", loanId = 0 }, book) => {
  const calls: Record<typeof source, ExpectedCall> = {
    hub: { to: [book.loanHub], signature: "function repayLoan(uint256 hubId)", args: [loanId] },
    vault: { to: [book.staking], signature: "function repay()", args: [] },
    leverage: {
      to: [book.mainToken],
      signature: "function RepayLoan(uint256 loanId, bool isLeverage)",
      args: [loanId, true],
    },
    vesting: {
      to: [book.vesting],
      signature: "function repayLoanOnVesting(uint256 vestingId)",
      args: [loanId],
    },
  }
  return [{ ...calls[source], approval: quotedUsdb(book) }]
}

const extend: Expectation<ActionOf<"loan.extend">> = (action, book) => {
  const { source = "hub", loanId = 0, days, payInStable = true, refinance = false } = action
  const fee = payInStable ? { approval: quotedUsdb(book) } : {}
  switch (source) {
    case "hub":
      return [
        {
          to: [book.loanHub],
          signature:
            "function extendLoan(uint256 hubId, uint256 addDays, bool payInStable, bool refinance)",
          args: [loanId, days, payInStable, refinance],
          ...fee,
        },
      ]
    case "vault":
      return [
        {
          to: [book.staking],
          signature: "function extendLoan(uint256 daysToAdd, bool payInUSDC, bool refinance)",
          args: [days, payInStable, refinance],
          ...fee,
        },
      ]
    case "leverage":
      return [
        {
          to: [book.mainToken],
          signature:
            "function ExtendLoan(uint256 loanId, uint256 numberOfDays, bool isLeverage, bool payInUSDC, bool refinance, bool isFree)",
          args: [loanId, days, true, payInStable, refinance, false],
          ...fee,
        },
      ]
    case "vesting":
      return []
  }
}

const increase: Expectation<ActionOf<"loan.increase">> = (action, book) => {
  const { source = "hub", loanId = 0, amount } = action
  if (source === "vault") {
    return [{ to: [book.staking], signature: "function addToLoan(uint256 amount)", args: [amount] }]
  }
  if (source !== "hub") return []
  return [
    {
      to: [book.loanHub],
      signature: "function increaseLoan(uint256 hubId, uint256 amountToAdd)",
      args: [loanId, amount],
      approval: { token: null, amount },
    },
  ]
}

const sell: Expectation<ActionOf<"loan.sell">> = (action, book) => {
  const { source = "hub", loanId = 0, percentage } = action
  if (source === "hub" || source === "leverage") {
    const isLeverage = source === "leverage"
    const functionName = isLeverage ? "partialLoanSell" : "hubPartialLoanSell"
    return [
      {
        to: [isLeverage ? book.swap : book.loanHub],
        signature: `function ${functionName}(uint256 loanId, uint256 percentage, bool isLeverage, uint256 minOut)`,
        args: [loanId, percentage, isLeverage, quotedMinimum],
      },
    ]
  }
  return []
}

const claim: Expectation<ActionOf<"loan.claim">> = ({ source = "hub", loanId = 0 }, book) => {
  if (source === "hub") {
    const signature = "function claimLiquidation(uint256 hubId)"
    return [{ to: [book.loanHub], signature, args: [loanId] }]
  }
  if (source !== "leverage") return []
  const signature = "function ClaimLiquidation(uint256 loanId, bool isLeverage)"
  return [{ to: [book.mainToken], signature, args: [loanId, true] }]
}

export const loanCalls = {
  "loan.take": take,
  "loan.repay": repay,
  "loan.extend": extend,
  "loan.increase": increase,
  "loan.sell": sell,
  "loan.claim": claim,
}
