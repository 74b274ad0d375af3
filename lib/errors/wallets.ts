import type { ErrorText } from "./text"

const checkConnection = "Check your connection and try again."
const resetAccount = "Reset the account's activity in the wallet and try again."
const unsupportedByWallet: ErrorText = {
  sentence: "Your wallet cannot do this.",
  remedy: "Try another wallet, or update this one.",
}
const unknownChain: ErrorText = {
  sentence: "Your wallet does not know this chain.",
  remedy: "Add the chain to the wallet, then try again.",
}
const duplicateRequest: ErrorText = {
  sentence: "The wallet received the same request twice.",
  remedy: "Reload this page and try again.",
}
const nonceMismatch: ErrorText = {
  sentence: "The wallet's nonce does not match the chain's.",
  remedy: resetAccount,
}

/** EIP-1193: the user rejected the request. */
export const USER_REJECTED = 4001

/** Text by numeric error code of wallets and nodes: EIP-1193, EIP-1474, EIP-3326, EIP-5792. */
export const walletErrors = {
  [USER_REJECTED]: {
    sentence: "You declined the request in your wallet.",
    remedy: "Nothing was sent. Try again when you are ready.",
  },
  3: {
    sentence: "The contract reverted the transaction without a reason.",
    remedy: "Review the numbers and try again.",
  },
  4100: {
    sentence: "Your wallet has not authorised this site to use the account.",
    remedy: "Authorise this site in your wallet and try again.",
  },
  4200: unsupportedByWallet,
  4900: {
    sentence: "Your wallet is disconnected.",
    remedy: "Check the wallet's network and try again.",
  },
  4901: {
    sentence: "Your wallet is not connected to this chain.",
    remedy: "Switch the wallet to this chain and try again.",
  },
  4902: unknownChain,
  5000: {
    sentence: "The request was declined in your wallet.",
    remedy: "Nothing was sent. Try again when you are ready.",
  },
  5700: unsupportedByWallet,
  5710: unknownChain,
  5720: duplicateRequest,
  5730: duplicateRequest,
  5740: unsupportedByWallet,
  5750: {
    sentence: "You declined the account upgrade in your wallet.",
    remedy: "Nothing was sent. Try again when you are ready.",
  },
  5760: unsupportedByWallet,
  [-32000]: {
    sentence: "The node rejected the transaction.",
    remedy: "Reset the account's pending transactions in the wallet and try again.",
  },
  [-32001]: {
    sentence: "The node does not have the requested data.",
    remedy: "Wait a moment and try again.",
  },
  [-32002]: {
    sentence: "A request is already pending in your wallet.",
    remedy: "Respond to it in the wallet, then try again.",
  },
  [-32003]: {
    sentence: "The node rejected the transaction.",
    remedy: "Wait a moment and try again.",
  },
  [-32004]: unsupportedByWallet,
  [-32005]: {
    sentence: "The node is receiving too many requests.",
    remedy: "Wait a minute and try again.",
  },
  [-32006]: unsupportedByWallet,
  [-32600]: unsupportedByWallet,
  [-32601]: unsupportedByWallet,
  [-32602]: {
    sentence: "Your wallet did not understand the request.",
    remedy: "Update the wallet, reload this page, and try again.",
  },
  [-32603]: {
    sentence: "Your wallet reported an internal error.",
    remedy: "Lock and unlock the wallet, then try again.",
  },
  [-32700]: {
    sentence: "Your wallet did not understand the request.",
    remedy: "Update the wallet, reload this page, and try again.",
  },
} as const satisfies Readonly<Record<number, ErrorText>>

/** Text by error name of viem and wagmi, for errors without a code. */
export const libraryErrors = {
  HttpRequestError: { sentence: "The chain cannot be reached.", remedy: checkConnection },
  TimeoutError: { sentence: "The chain did not respond in time.", remedy: checkConnection },
  WebSocketRequestError: { sentence: "The chain cannot be reached.", remedy: checkConnection },
  SocketClosedError: { sentence: "The chain cannot be reached.", remedy: checkConnection },
  InsufficientFundsError: {
    sentence: "The wallet does not have enough of the native coin for the network fee.",
    remedy: "Send it some of the chain's native coin and try again.",
  },
  NonceTooLowError: nonceMismatch,
  NonceTooHighError: nonceMismatch,
  NonceMaxValueError: nonceMismatch,
  FeeCapTooLowError: {
    sentence: "The network fee is too low.",
    remedy: "Try again with the current fee.",
  },
  FeeCapTooHighError: {
    sentence: "The network fee is too high.",
    remedy: "Try again with the current fee.",
  },
  TipAboveFeeCapError: {
    sentence: "The priority fee is higher than the maximum fee.",
    remedy: "Let the wallet choose the fee.",
  },
  TransactionTypeNotSupportedError: {
    sentence: "This chain does not support this type of transaction.",
    remedy: "Use the default fee settings in your wallet and try again.",
  },
  IntrinsicGasTooLowError: {
    sentence: "The gas limit is too low.",
    remedy: "Let the wallet choose the gas limit.",
  },
  IntrinsicGasTooHighError: {
    sentence: "The gas limit exceeds the block's limit.",
    remedy: "Let the wallet choose the gas limit.",
  },
  ExecutionRevertedError: {
    sentence: "The contract reverted the transaction without a reason.",
    remedy: "Review the numbers and try again.",
  },
  UnknownNodeError: {
    sentence: "The node returned an unexpected response.",
    remedy: "Wait a moment and try again.",
  },
  ChainNotConfiguredError: {
    sentence: "Your wallet is on another chain.",
    remedy: "Switch the wallet to this chain and try again.",
  },
  ConnectorNotFoundError: {
    sentence: "The wallet is no longer available.",
    remedy: "Unlock or install it, reload the page, and connect again.",
  },
  ConnectorNotConnectedError: {
    sentence: "No wallet is connected.",
    remedy: "Connect a wallet and try again.",
  },
  ConnectorAlreadyConnectedError: {
    sentence: "This wallet is already connected.",
    remedy: "Close this dialog and continue.",
  },
  ConnectorChainMismatchError: {
    sentence: "Your wallet is on another chain.",
    remedy: "Switch the wallet to this chain and try again.",
  },
  ConnectorAccountNotFoundError: {
    sentence: "The account is no longer connected.",
    remedy: "Connect the account again.",
  },
  ConnectorUnavailableReconnectingError: {
    sentence: "The wallet is still reconnecting.",
    remedy: "Wait a moment and try again.",
  },
  ProviderNotFoundError: {
    sentence: "The wallet is no longer available.",
    remedy: "Unlock or install it, reload the page, and connect again.",
  },
  SwitchChainNotSupportedError: {
    sentence: "Your wallet does not support switching networks from a site.",
    remedy: "Switch to this chain in the wallet.",
  },
} as const satisfies Readonly<Record<string, ErrorText>>
