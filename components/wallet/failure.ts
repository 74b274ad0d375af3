import { BaseError, isHex } from "viem"
import { explainRevert } from "@/lib/chain/errors"
import { ApiFailure, apiText } from "./api"

/** What went wrong and what the person at the page can do about it. */
export type Failure = {
  /** The person said no; nothing is broken. */
  isRefusal: boolean
  sentence: string
  remedy: string
  /** The name by which the cause can be looked up or reported. */
  code: string
}

type Text = readonly [sentence: string, remedy: string]

/** Wallet errors by their number: EIP-1193, EIP-1474, EIP-3326. */
const walletTexts: Readonly<Record<number, Text>> = {
  4001: [
    "You declined the request in your wallet.",
    "Nothing was sent. Start again when you are ready.",
  ],
  4100: [
    "Your wallet does not let this site use the account.",
    "Open the wallet, allow this site to use the account, and try again.",
  ],
  4200: ["Your wallet cannot do this.", "Try another wallet, or update this one."],
  4900: ["Your wallet has lost its connection.", "Check the wallet's network and try again."],
  4901: [
    "Your wallet is not connected to this chain.",
    "Switch the wallet to this chain and try again.",
  ],
  4902: ["Your wallet does not know this chain.", "Add the chain to the wallet, then try again."],
  5710: ["Your wallet does not know this chain.", "Add the chain to the wallet, then try again."],
  [-32000]: [
    "The node did not accept the transaction.",
    "Reset the account's pending transactions in the wallet and try again.",
  ],
  [-32002]: [
    "A request is already waiting in your wallet.",
    "Open the wallet and answer it, then try again.",
  ],
  [-32003]: ["The node refused the transaction.", "Wait a moment and try again."],
  [-32005]: ["The node answers too many requests.", "Wait a minute and try again."],
  [-32601]: ["Your wallet cannot do this.", "Try another wallet, or update this one."],
  [-32603]: [
    "Your wallet reported an internal error.",
    "Lock and unlock the wallet, then try again.",
  ],
}

/** viem and wagmi errors by their class, for those that carry no number. */
const namedTexts: Readonly<Record<string, Text>> = {
  HttpRequestError: ["The chain cannot be reached.", "Check your connection and try again."],
  TimeoutError: ["The chain did not answer in time.", "Check your connection and try again."],
  WebSocketRequestError: ["The chain cannot be reached.", "Check your connection and try again."],
  InsufficientFundsError: [
    "The wallet has too little of the native coin for the network fee.",
    "Send it some of the chain's native coin and try again.",
  ],
  NonceTooLowError: [
    "The wallet counts its transactions differently from the chain.",
    "Reset the account's activity in the wallet and try again.",
  ],
  NonceTooHighError: [
    "The wallet counts its transactions differently from the chain.",
    "Reset the account's activity in the wallet and try again.",
  ],
  FeeCapTooLowError: ["The network fee offered is too low.", "Try again with the current fee."],
  IntrinsicGasTooLowError: ["The gas limit is too low.", "Let the wallet choose the gas limit."],
  ConnectorNotConnectedError: ["No wallet is connected.", "Connect a wallet and try again."],
  ConnectorChainMismatchError: [
    "Your wallet is on another chain.",
    "Switch the wallet to this chain and try again.",
  ],
  ConnectorAccountNotFoundError: [
    "The account is no longer connected.",
    "Connect the account again.",
  ],
  ProviderNotFoundError: [
    "The wallet is not there any more.",
    "Unlock or install it, reload the page, and connect again.",
  ],
}

/** Puts a failure of a wallet, the node, a contract or the API into words. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof KnownFailure) return error.failure
  if (error instanceof ApiFailure) return failure(error.code, apiText(error))
  return (
    revertReason(error) ?? namedFailure(error) ?? numberedFailure(error) ?? unknownFailure(error)
  )
}

/** A failure this app finds by itself, already in words. */
export class KnownFailure extends Error {
  override name = "KnownFailure"
  constructor(readonly failure: Failure) {
    super(failure.sentence)
  }
}

export function known(code: string, sentence: string, remedy: string) {
  return new KnownFailure(failure(code, [sentence, remedy]))
}

function failure(code: string, [sentence, remedy]: Text, isRefusal = false): Failure {
  return { isRefusal, sentence, remedy, code }
}

/** The contract's own reason, wherever in the chain of causes the node put its data. */
export function revertReason(error: unknown): Failure | null {
  for (const cause of causes(error)) {
    for (const data of revertData(cause)) {
      const text = explainRevert(data)
      if (text) return failure(text.name, [text.sentence, text.remedy])
    }
  }
  return null
}

function* revertData(cause: object) {
  const data: unknown = "data" in cause ? cause.data : undefined
  const raw: unknown = "raw" in cause ? cause.raw : undefined
  const nested: unknown = data && typeof data === "object" && "data" in data ? data.data : undefined
  for (const each of [data, raw, nested]) if (isHex(each) && each.length >= 10) yield each
}

function namedFailure(error: unknown): Failure | null {
  for (const cause of causes(error)) {
    const name = "name" in cause && typeof cause.name === "string" ? cause.name : ""
    const text = namedTexts[name]
    if (text) return failure(name, text)
  }
  return null
}

function numberedFailure(error: unknown): Failure | null {
  for (const cause of causes(error)) {
    const code = "code" in cause && typeof cause.code === "number" ? cause.code : 0
    const text = walletTexts[code]
    if (text) return failure(`${code}`, text, code === 4001)
  }
  return null
}

function unknownFailure(error: unknown): Failure {
  const message =
    error instanceof BaseError
      ? error.shortMessage
      : error instanceof Error
        ? error.message
        : "Something unexpected happened."
  return failure("UNKNOWN", [message, "Try again. If it keeps happening, please report it."])
}

/** The error and what caused it, outermost first; wallets nest up to a handful. */
function* causes(error: unknown) {
  let cause = error
  for (let depth = 0; depth < 12 && cause && typeof cause === "object"; depth++) {
    yield cause
    cause = "cause" in cause ? cause.cause : undefined
  }
}
