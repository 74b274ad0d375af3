import { decodeErrorResult, type Hex } from "viem"
import { errorsAbi } from "@/lib/chain/generated/errors"
import { contractErrors } from "./contracts"
import type { ErrorText } from "./text"

/**
 * The text for the data a call reverted with; null when it is no custom error of the contracts. A revert
 * passes through the router unchanged, so the ABI of the contract called does not know all that can come.
 */
export function explainRevert(data: Hex): (ErrorText & { name: string }) | null {
  try {
    const { errorName } = decodeErrorResult({ abi: errorsAbi, data })
    const text = contractErrors[errorName]
    return text ? { name: errorName, ...text } : null
  } catch {
    // Selectors of foreign contracts are not ours to explain.
    return null
  }
}
