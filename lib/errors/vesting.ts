import type { ErrorText } from "./text"

const internalCall = "Use the vesting contract's own functions."
const checkDates = "Choose another date."

/** Text of the custom errors of vesting. */
export const vestingErrors: Readonly<Record<string, ErrorText>> = {
  BuyTooSmall: {
    sentence: "What you buy of this token is vested, and a purchase is at least 10 USDB.",
    remedy: "Enter 10 USDB or more.",
  },
  FeeTooLow: {
    sentence: "The transaction does not pay the fee for vesting.",
    remedy: "Reload the page for the current fee and try again.",
  },
  InvalidBatchSize: {
    sentence: "A batch has 1 to 50 schedules.",
    remedy: "Send the schedules in several transactions.",
  },
  InvalidBeneficiary: {
    sentence: "This contract can never claim vested tokens.",
    remedy: "Enter the address of a wallet.",
  },
  InvalidDuration: {
    sentence: "A schedule lasts 1 to 990 days, extensions included.",
    remedy: "Choose another number of days.",
  },
  InvalidLoanHub: {
    sentence: "The loan hub does not know this vesting contract.",
    remedy: "Set the vesting contract in the loan hub first.",
  },
  InvalidStartTime: {
    sentence: "A schedule starts now or within 990 days.",
    remedy: checkDates,
  },
  InvalidTimeUnit: {
    sentence: "Tokens are released by the second, minute, hour or day.",
    remedy: "Choose one of these steps.",
  },
  InvalidUnlockTime: {
    sentence: "Tokens unlock after 1 hour at the earliest and 990 days at the latest.",
    remedy: checkDates,
  },
  LengthMismatch: {
    sentence: "The lists of the batch differ in length.",
    remedy: "Give every list one value for each item of the batch.",
  },
  LoanActive: {
    sentence: "The tokens are the collateral of a loan.",
    remedy: "Repay the loan first.",
  },
  LoansUnavailable: {
    sentence: "Loans on vested tokens are not available yet.",
    remedy: "Wait until they are, or claim what is vested.",
  },
  MemoTooLong: { sentence: "The memo is longer than 512 bytes.", remedy: "Shorten the memo." },
  NoActiveLoan: {
    sentence: "There is no loan on this schedule.",
    remedy: "Reload the page for its present state.",
  },
  NothingToPledge: {
    sentence: "All tokens of this schedule have been claimed.",
    remedy: "Borrow against the tokens in your wallet.",
  },
  OnlyAutoVestToken: {
    sentence: "Only a token whose purchases are vested can do this.",
    remedy: internalCall,
  },
  OnlyBeneficiary: {
    sentence: "Only the schedule's beneficiary can do this.",
    remedy: "Switch to the beneficiary's wallet.",
  },
  OnlyCreatorOrBeneficiary: {
    sentence: "Only the schedule's creator and beneficiary can do this.",
    remedy: "Switch to one of their wallets.",
  },
  OnlyVesting: { sentence: "Only the vesting contract can do this.", remedy: internalCall },
  RefundFailed: {
    sentence: "The sender did not accept the value above the fee.",
    remedy: "Send exactly the fee.",
  },
  VestingEnded: {
    sentence: "Everything is vested already.",
    remedy: "Claim the tokens, or create another schedule.",
  },
  VestingNotFound: {
    sentence: "There is no such vesting schedule.",
    remedy: "Check its number.",
  },
}
