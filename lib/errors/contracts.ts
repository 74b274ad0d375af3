import { marketErrors } from "./markets"
import type { ErrorText } from "./text"

const operatorOnly = "This is reserved to the operator of the platform."
const wrongAddress = "Enter the address again; it must not be the zero address."
const reportIt = "This is a fault of the platform. Please report it."

/** Text of every custom error of the contracts. */
export const contractErrors: Readonly<Record<string, ErrorText>> = {
  ...marketErrors,

  // Pools and router
  AmountTooLarge: {
    sentence: "The amount is larger than a pool can hold.",
    remedy: "Enter a smaller amount.",
  },
  InsufficientOutput: {
    sentence: "The price moved and the trade would give less than you accept.",
    remedy: "Look at the new quote and try again, or allow more slippage.",
  },
  InvalidPath: {
    sentence: "There is no such route between these tokens.",
    remedy: "Trade through USDB and TIDE, with a token listed here.",
  },
  NativePayoutUnavailable: {
    sentence: "Selling for the native coin is not possible here.",
    remedy: "Sell for USDB or TIDE.",
  },
  NotPaid: { sentence: "The payment did not reach the pool.", remedy: reportIt },
  OnlySwap: {
    sentence: "Only the router may do this.",
    remedy: "Trade through the router, not with the contract itself.",
  },
  ReentrancyGuardReentrantCall: {
    sentence: "A trade cannot be started from within another trade.",
    remedy: "Send the trades one after the other.",
  },
  SafeERC20FailedOperation: {
    sentence: "The token refused the transfer.",
    remedy: "Check your balance and your approval of the token.",
  },
  WrappingUnavailable: {
    sentence: "There is no vault to wrap TIDE in.",
    remedy: "Buy without wrapping.",
  },
  ZeroAmount: { sentence: "The amount is zero.", remedy: "Enter an amount above zero." },
  ZeroOutput: {
    sentence: "The amount is too small to receive anything for it.",
    remedy: "Enter a larger amount.",
  },

  // Launched tokens
  NotFrozen: {
    sentence: "The token is open to everybody; its whitelist no longer applies.",
    remedy: "There is nothing to change.",
  },
  NothingToClaim: {
    sentence: "No rewards are waiting for this wallet.",
    remedy: "Come back after more trades of the token.",
  },
  NotWhitelisted: {
    sentence: "The token is frozen and the wallet is not on its whitelist.",
    remedy: "Wait until the creator opens the token, or ask to be whitelisted.",
  },
  OnlyDev: {
    sentence: "Only the creator of the token may do this.",
    remedy: "Switch to the wallet that created the token.",
  },
  OnlyOperator: { sentence: operatorOnly, remedy: "Switch to the operator's wallet." },
  OnlyTaxes: { sentence: "Only the tax contract may add rewards.", remedy: reportIt },
  TagTooLong: {
    sentence: "The whitelist note is longer than 64 bytes.",
    remedy: "Shorten the note.",
  },
  WhitelistLimitExceeded: {
    sentence: "The purchase is worth more than your whitelist entry allows.",
    remedy: "Buy for less, or ask the creator for a higher limit.",
  },

  // Launching
  FeeTransferFailed: {
    sentence: "The receiver did not accept the fees.",
    remedy: "Choose a receiver that can take the native coin.",
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
    sentence: "The name is empty, too long, or has characters that a name must not have.",
    remedy: "Use visible characters, single spaces between words and no stacked accents.",
  },
  InvalidStartLP: {
    sentence: "The start liquidity must be 100 to 10,000 USD.",
    remedy: "Change the start liquidity.",
  },
  InvalidSymbol: {
    sentence: "The symbol is empty, too long, or has characters that a symbol must not have.",
    remedy: "Use visible characters, no spaces and no stacked accents.",
  },
  InvalidVestDuration: {
    sentence: "Vesting needs a duration.",
    remedy: "Set a duration, or launch without vesting.",
  },
  OnlyMarket: {
    sentence: "Only a market contract may create the token of a market.",
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
    sentence: "The transaction does not carry the exact creation fee.",
    remedy: "Reload the page for the current fee and try again.",
  },

  // Taxes
  DevShareNotFound: {
    sentence: "The wallet has no share of the creator's tax.",
    remedy: "Choose a wallet from the list.",
  },
  InvalidDevShare: {
    sentence: "A share must be above zero, and all shares together at most 100%.",
    remedy: "Lower this share or another one.",
  },
  InvalidSurgeRates: {
    sentence: "A surge tax starts above zero and does not rise.",
    remedy: "Choose an end rate at or below the start rate.",
  },
  NoSurgeRunning: {
    sentence: "No surge tax is running for this token.",
    remedy: "There is nothing to end.",
  },
  PredictionToken: {
    sentence: "The token of a market cannot have a surge tax.",
    remedy: "Choose a launched token.",
  },
  SurgeQuotaExceeded: {
    sentence: "The token has less surge time left: seven days in any thirty.",
    remedy: "Choose a shorter duration, or wait until older surges are thirty days old.",
  },
  SurgeRateTooHigh: {
    sentence: "The start rate is higher than the token's multiplier allows.",
    remedy: "Choose a lower start rate.",
  },
  SurgeRunning: {
    sentence: "A surge tax is already running for this token.",
    remedy: "End it first, or wait until it is over.",
  },
  SurgeTooShort: {
    sentence: "A surge tax lasts at least one hour.",
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
    remedy: "Come back when the 24 hours are over.",
  },
  OnlyFaucetOperator: { sentence: operatorOnly, remedy: "Claim from the faucet instead." },
  ReferralCycle: {
    sentence: "That wallet was referred by you, directly or through others.",
    remedy: "Name a referrer outside your own referrals, or none.",
  },
  ReferrerAlreadySet: {
    sentence: "This wallet already has a referrer, which is permanent.",
    remedy: "There is nothing to change.",
  },
  SelfReferral: {
    sentence: "A wallet cannot refer itself.",
    remedy: "Name another wallet, or none.",
  },

  // Common to all
  ERC20InsufficientAllowance: {
    sentence: "The approval is smaller than the amount.",
    remedy: "Approve the amount first, then confirm again.",
  },
  ERC20InsufficientBalance: {
    sentence: "The balance is smaller than the amount.",
    remedy: "Enter a smaller amount, or get more of the token first.",
  },
  ERC20InvalidApprover: { sentence: "The zero address cannot approve.", remedy: wrongAddress },
  ERC20InvalidReceiver: { sentence: "Tokens cannot be sent there.", remedy: wrongAddress },
  ERC20InvalidSender: { sentence: "Tokens cannot come from there.", remedy: wrongAddress },
  ERC20InvalidSpender: { sentence: "That address cannot be approved.", remedy: wrongAddress },
  OwnableInvalidOwner: { sentence: "That address cannot be the operator.", remedy: wrongAddress },
  OwnableUnauthorizedAccount: {
    sentence: operatorOnly,
    remedy: "Switch to the operator's wallet.",
  },
  ZeroAddress: { sentence: "An address is missing.", remedy: wrongAddress },
}
