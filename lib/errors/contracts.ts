import { agentErrors } from "./agents"
import { loanErrors } from "./loans"
import { marketErrors } from "./markets"
import type { ErrorText } from "./text"
import { upDownErrors } from "./updown"
import { vaultErrors } from "./vault"
import { vestingErrors } from "./vesting"

const operatorOnly = "Only the operator can do this."
const wrongAddress = "Check the address; it must not be the zero address."
const reportIt = "This is a bug. Please report it."

/** Text of every custom error of the contracts. */
export const contractErrors: Readonly<Record<string, ErrorText>> = {
  ...agentErrors,
  ...loanErrors,
  ...marketErrors,
  ...upDownErrors,
  ...vaultErrors,
  ...vestingErrors,

  // Pools and router
  AmountTooLarge: {
    sentence: "The amount is too large for the pool.",
    remedy: "Enter a smaller amount.",
  },
  InsufficientOutput: {
    sentence: "The price moved beyond your slippage tolerance.",
    remedy: "Review the new quote and try again, or increase the slippage.",
  },
  InvalidPath: {
    sentence: "There is no route between these tokens.",
    remedy: "Choose a token that is listed here.",
  },
  NativePayoutUnavailable: {
    sentence: "Selling for the native coin is not supported.",
    remedy: "Sell for USDB or TIDE.",
  },
  NotPaid: { sentence: "The payment did not reach the pool.", remedy: reportIt },
  OnlySwap: {
    sentence: "Only the router can do this.",
    remedy: "Trade through the router contract.",
  },
  PercentageTooLarge: {
    sentence: "The leveraged part exceeds 100 percent.",
    remedy: "Choose a part between 0 and 100 percent.",
  },
  ReentrancyGuardReentrantCall: {
    sentence: "A trade cannot start another trade.",
    remedy: "Send the trades one after the other.",
  },
  SafeCastOverflowedIntDowncast: {
    sentence: "The amount is larger than the contract can store.",
    remedy: "Enter a smaller amount.",
  },
  SafeCastOverflowedUintDowncast: {
    sentence: "The amount is larger than the contract can store.",
    remedy: "Enter a smaller amount.",
  },
  SafeCastOverflowedUintToInt: {
    sentence: "The amount is larger than the contract can store.",
    remedy: "Enter a smaller amount.",
  },
  SafeERC20FailedOperation: {
    sentence: "The token transfer failed.",
    remedy: "Check your balance and your approval.",
  },
  WrappingUnavailable: {
    sentence: "Only TIDE can be wrapped, and only where there is a vault.",
    remedy: "Buy without wrapping.",
  },
  ZeroAmount: { sentence: "The amount is zero.", remedy: "Enter an amount above zero." },
  ZeroOutput: {
    sentence: "The amount is too small to receive anything.",
    remedy: "Enter a larger amount.",
  },

  // Launched tokens
  NotFrozen: { sentence: "The token is already open to everyone.", remedy: "No action is needed." },
  NothingToClaim: {
    sentence: "There is nothing to claim for this wallet now.",
    remedy: "Try again later.",
  },
  NotWhitelisted: {
    sentence: "The token is frozen and this wallet is not on its whitelist.",
    remedy: "Wait until the creator opens the token, or ask to be whitelisted.",
  },
  OnlyDev: {
    sentence: "Only the token's creator can do this.",
    remedy: "Switch to the wallet that created the token.",
  },
  OnlyOperator: { sentence: operatorOnly, remedy: "Switch to the operator's wallet." },
  OnlyTaxes: { sentence: "Only the tax contract can add rewards.", remedy: reportIt },
  RewardPhaseNotOver: {
    sentence: "The token cannot be bought with leverage during its reward phase.",
    remedy: "Buy without leverage, or wait until the reward phase is over.",
  },
  TagTooLong: {
    sentence: "The whitelist note is longer than 64 bytes.",
    remedy: "Shorten the note.",
  },
  TokenAutoVests: {
    sentence: "A token whose purchases are vested cannot be bought with leverage.",
    remedy: "Buy without leverage.",
  },
  WhitelistLimitExceeded: {
    sentence: "The purchase exceeds your whitelist limit.",
    remedy: "Buy for less, or ask the creator for a higher limit.",
  },

  // Simulation of leverage
  InvalidSplitter: {
    sentence: "The number of parts is zero.",
    remedy: "Use at least one part.",
  },
  SupplyUnknown: {
    sentence: "At multiplier 50 the floor does not follow from the reserves.",
    remedy: "Read the floor from the token itself.",
  },

  // Launching
  FeeTransferFailed: {
    sentence: "The receiver did not accept the fees.",
    remedy: "Choose a receiver that accepts the native coin.",
  },
  InvalidBonding: {
    sentence: "The reward phase must be 0, or 1 to 150,000 USDB; a frozen token needs one.",
    remedy: "Change the length of the reward phase.",
  },
  InvalidMultiplier: {
    sentence: "The multiplier must be 1 to 90, or 100.",
    remedy: "Choose another multiplier.",
  },
  InvalidName: {
    sentence: "The name is empty, too long, or contains characters that are not allowed.",
    remedy: "Use visible characters, single spaces between words and no stacked accents.",
  },
  InvalidStartLP: {
    sentence: "The starting liquidity must be 100 to 10,000 USD.",
    remedy: "Change the starting liquidity.",
  },
  InvalidSymbol: {
    sentence: "The symbol is empty, too long, or contains characters that are not allowed.",
    remedy: "Use visible characters, no spaces and no stacked accents.",
  },
  InvalidVestDuration: {
    sentence: "Vesting lasts 1 hour to 990 days.",
    remedy: "Change the duration, or launch without vesting.",
  },
  OnlyMarket: {
    sentence: "Only a market contract can create a market's token.",
    remedy: "Create the market on the markets page.",
  },
  ReservedName: {
    sentence: "USDB and TIDE, and names that look like them, are reserved.",
    remedy: "Choose another name.",
  },
  ReservedSymbol: {
    sentence: "USDB and TIDE, and symbols that look like them, are reserved.",
    remedy: "Choose another symbol.",
  },
  VestingUnavailable: {
    sentence: "Vesting is not available yet.",
    remedy: "Launch without automatic vesting.",
  },
  WrongFee: {
    sentence: "The transaction does not pay the exact creation fee.",
    remedy: "Reload the page for the current fee and try again.",
  },

  // Taxes
  DevShareNotFound: {
    sentence: "This wallet has no share of the creator's tax.",
    remedy: "Choose a wallet from the list.",
  },
  InvalidDevShare: {
    sentence: "A share must be above zero, and all shares together at most 100%.",
    remedy: "Lower one of the shares.",
  },
  InvalidSurgeRates: {
    sentence: "A surge tax must start above zero and cannot rise.",
    remedy: "Choose an end rate at or below the start rate.",
  },
  NoSurgeRunning: {
    sentence: "No surge tax is active for this token.",
    remedy: "No action is needed.",
  },
  PredictionToken: {
    sentence: "A market's token cannot have a surge tax.",
    remedy: "Choose a launched token.",
  },
  SurgeQuotaExceeded: {
    sentence: "A token can have a surge tax for seven days in any thirty, and fewer are left.",
    remedy: "Choose a shorter duration, or wait until older surges are thirty days old.",
  },
  SurgeRateTooHigh: {
    sentence: "The start rate is higher than the token's multiplier allows.",
    remedy: "Choose a lower start rate.",
  },
  SurgeRunning: {
    sentence: "A surge tax is already active for this token.",
    remedy: "End it first, or wait until it ends.",
  },
  SurgeTooShort: {
    sentence: "A surge tax must last at least one hour.",
    remedy: "Choose a longer duration.",
  },
  TooManyDevWallets: {
    sentence: "At most ten wallets can share the creator's tax.",
    remedy: "Remove a wallet first.",
  },
  UnknownToken: {
    sentence: "The token is not listed here.",
    remedy: "Choose TIDE or a token launched here.",
  },

  // Faucet and referrals
  CooldownActive: {
    sentence: "This wallet has claimed within the last 24 hours.",
    remedy: "Try again when the 24 hours are over.",
  },
  OnlyFaucetOperator: { sentence: operatorOnly, remedy: "Claim from the faucet instead." },
  ReferralCycle: {
    sentence: "That wallet was referred by you, directly or indirectly.",
    remedy: "Choose a referrer outside your own referrals, or none.",
  },
  ReferrerAlreadySet: {
    sentence: "This wallet already has a referrer, which is permanent.",
    remedy: "No action is needed.",
  },
  SelfReferral: {
    sentence: "A wallet cannot refer itself.",
    remedy: "Choose another referrer, or none.",
  },

  // Common to all
  ERC20InsufficientAllowance: {
    sentence: "The approved amount is too low.",
    remedy: "Approve the amount first, then confirm again.",
  },
  ERC20InsufficientBalance: {
    sentence: "The balance is too low.",
    remedy: "Enter a smaller amount, or get more of the token.",
  },
  ERC20InvalidApprover: { sentence: "The zero address cannot approve.", remedy: wrongAddress },
  ERC20InvalidReceiver: {
    sentence: "Tokens cannot be sent to this address.",
    remedy: wrongAddress,
  },
  ERC20InvalidSender: {
    sentence: "Tokens cannot be sent from this address.",
    remedy: wrongAddress,
  },
  ERC20InvalidSpender: { sentence: "This address cannot be approved.", remedy: wrongAddress },
  OwnableInvalidOwner: { sentence: "This address cannot be the operator.", remedy: wrongAddress },
  OwnableUnauthorizedAccount: {
    sentence: operatorOnly,
    remedy: "Switch to the operator's wallet.",
  },
  ZeroAddress: { sentence: "An address is missing.", remedy: wrongAddress },
}
