import { decodeErrorResult, type Hex, isHex } from "viem"
import { errorsAbi } from "@/lib/chain/generated/errors"
import { contractErrors } from "./contracts"
import type { ErrorText } from "./text"

/** A custom error with its text. */
export type RevertReason = ErrorText & { name: string }

/**
 * The text for the data a call reverted with; null when it is no custom error of the contracts. A revert
 * passes through the router unchanged, so the ABI of the contract called does not know all that can come.
 */
export function explainRevert(data: Hex): RevertReason | null {
  try {
    const { errorName } = decodeErrorResult({ abi: errorsAbi, data })
    const text = contractErrors[errorName]
    return text ? { name: errorName, ...text } : null
  } catch {
    // Selectors of foreign contracts are not ours to explain.
    return null
  }
}

/** The contract's own reason, wherever in the chain of causes the node put its data. */
export function findRevertReason(error: unknown): RevertReason | null {
  for (const cause of causeChain(error)) {
    for (const data of revertData(cause)) {
      const reason = explainRevert(data)
      if (reason) return reason
    }
  }
  return null
}

/** The error and what caused it, outermost first; wallets nest up to a handful. */
export function* causeChain(error: unknown) {
  let cause = error
  for (let depth = 0; depth < 12 && cause && typeof cause === "object"; depth++) {
    yield cause
    cause = "cause" in cause ? cause.cause : undefined
  }
}

function* revertData(cause: object) {
  const data: unknown = "data" in cause ? cause.data : undefined
  const raw: unknown = "raw" in cause ? cause.raw : undefined
  const nested: unknown = data && typeof data === "object" && "data" in data ? data.data : undefined
  for (const each of [data, raw, nested]) if (isHex(each) && each.length >= 10) yield each
}
