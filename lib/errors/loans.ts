import type { ErrorText } from "./text"

const internalCall = "Use the loan page or the loan hub contract."

/** Text of the custom errors of loans. */
export const loanErrors: Readonly<Record<string, ErrorText>> = {
  AlreadySet: {
    sentence: "This address was set before and is final.",
    remedy: "Deploy the contracts again to use another address.",
  },
  DebtNotCovered: {
    sentence: "The collateral does not cover the debt together with the fee.",
    remedy: "Pay the fee in USDB.",
  },
  InvalidDays: {
    sentence: "The number of days is not allowed.",
    remedy: "Choose 10 to 1,000 days.",
  },
  InvalidPercentage: {
    sentence: "A loan is sold in steps of 10 %.",
    remedy: "Choose 10 %, 20 % and so on up to 100 %.",
  },
  LeverageNotSupported: {
    sentence: "This is a leverage position, not a loan of the loan hub.",
    remedy: "Close it through the router contract.",
  },
  LoanExpired: {
    sentence: "The loan has expired.",
    remedy: "Repay or sell it before it is liquidated.",
  },
  LoanNotActive: {
    sentence: "The loan has ended.",
    remedy: "Reload the page to see its present state.",
  },
  LoanNotExpired: {
    sentence: "The loan has not expired.",
    remedy: "Wait until its liquidation time.",
  },
  LoanNotFound: { sentence: "There is no such loan.", remedy: "Check the wallet and the id." },
  LoanTooSmall: {
    sentence: "The collateral is not worth the smallest loan.",
    remedy: "Add collateral; a loan is at least 0.99 USDB.",
  },
  NothingToRefinance: {
    sentence: "The collateral is worth no more than the debt.",
    remedy: "Refinance when the price of TIDE or the floor of the token has risen.",
  },
  OnlyLeverage: {
    sentence: "The router closes leverage positions only.",
    remedy: "Sell a loan through the loan hub.",
  },
  OnlyLoanHub: { sentence: "Only the loan hub can do this.", remedy: internalCall },
  OnlyMainToken: { sentence: "Only TIDE's contract can do this.", remedy: internalCall },
  RemainderTooSmall: {
    sentence: "The debt that remains would be below 0.01 USDB.",
    remedy: "Sell 100 % of the loan.",
  },
  TermTooLong: {
    sentence: "The loan would end more than 1,000 days from now.",
    remedy: "Choose fewer days.",
  },
  TokenDeployerMissing: {
    sentence: "Tokens cannot be created yet.",
    remedy: "Try again when the operator has finished the setup.",
  },
}
