import { causeChain } from "./revert-reason"
import { USER_REJECTED } from "./wallets"

/**
 * Codes with which a wallet or node ends a request before anything is broadcast: EIP-1193, EIP-1474, EIP-3326,
 * EIP-5792. An internal error (-32603) and a node's general error (-32000) are none: wallets answer with them when the
 * node's answer was lost.
 */
const UNSENT_CODES = new Set([
  ...[USER_REJECTED, 5000, 5750],
  ...[4100, 4200, 4901, 4902],
  ...[5700, 5710, 5740, 5760],
  ...[3, -32002, -32003, -32004, -32006, -32600, -32601, -32602, -32700],
])

/** Errors of viem and wagmi that come before a broadcast, or instead of one. A nonce that is too low is none. */
const UNSENT_ERRORS = new Set([
  ...["AppError", "ChainMismatchError", "ChainNotConfiguredError", "ProviderNotFoundError"],
  ...["ConnectorNotFoundError", "ConnectorNotConnectedError", "ConnectorChainMismatchError"],
  ...["ConnectorAccountNotFoundError", "ConnectorUnavailableReconnectingError"],
  ...["SwitchChainNotSupportedError", "TransactionTypeNotSupportedError"],
  ...["ExecutionRevertedError", "InsufficientFundsError", "NonceTooHighError"],
  ...["FeeCapTooHighError", "FeeCapTooLowError", "TipAboveFeeCapError"],
  ...["IntrinsicGasTooHighError", "IntrinsicGasTooLowError"],
])

/**
 * Messages of nodes to a wallet that resends a transaction whose answer was lost, and messages that report a lost
 * answer.
 */
const DOUBT =
  /already (?:known|imported|exists)|known transaction|nonce (?:is )?too low|nonce has already|replacement|underpriced|time[d -]*out/i

/** Some wallets say it in words only. */
const DECLINED =
  /user (?:rejected|denied|declined|cancell?ed)|(?:rejected|denied|declined|cancell?ed) by (?:the )?user/i

/**
 * Whether a transaction may have been sent although the wallet answered with this error. Only an error that rules it
 * out is a failure; every other error, even an unknown one, leaves it open.
 */
export function mayBeSent(error: unknown): boolean {
  let isRuledOut = false
  for (const cause of causeChain(error)) {
    const text = readText(cause)
    if (DOUBT.test(text)) return true
    if (DECLINED.test(text)) isRuledOut = true
    if ("code" in cause && typeof cause.code === "number" && UNSENT_CODES.has(cause.code)) {
      isRuledOut = true
    }
    if ("name" in cause && typeof cause.name === "string" && UNSENT_ERRORS.has(cause.name)) {
      isRuledOut = true
    }
  }
  return !isRuledOut
}

/** viem puts the request into `message`, and the answer into `details`. */
function readText(cause: object) {
  if ("details" in cause && typeof cause.details === "string") return cause.details
  return "message" in cause && typeof cause.message === "string" ? cause.message : ""
}
