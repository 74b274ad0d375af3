import { decodeErrorResult, type Hex, isHex } from "viem"
import { errorsAbi } from "@/lib/chain/generated/errors"
import { contractErrors } from "./contracts"
import type { ErrorText } from "./text"

/** A custom error of the contracts with its text. */
export type RevertReason = Pick<ErrorText, "sentence" | "remedy"> & { name: string }

/**
 * The custom error in revert data; null when it is none of the contracts'. Decodes with the errors of all contracts, as
 * the router passes a revert through unchanged.
 */
export function explainRevert(data: Hex): RevertReason | null {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errorsAbi, data })
    const text = contractErrors[errorName]
    if (!text) return null
    const { sentence, remedy, exactRemedy } = text
    return { name: errorName, sentence, remedy: exactRemedy?.(args) ?? remedy }
  } catch {
    // A selector of another contract.
    return null
  }
}

/** The first custom error in the chain of causes; nodes put the revert data at different depths. */
export function findRevertReason(error: unknown): RevertReason | null {
  for (const cause of causeChain(error)) {
    for (const data of revertData(cause)) {
      const reason = explainRevert(data)
      if (reason) return reason
    }
  }
  return null
}

/** The error and its causes, outermost first; at most 12, as `cause` may be cyclic. */
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
