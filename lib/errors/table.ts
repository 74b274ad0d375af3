import { apiErrors } from "./api"
import { appErrors } from "./app"
import { contractErrors } from "./contracts"
import type { ErrorText } from "./text"
import { libraryErrors, walletErrors } from "./wallets"

/** The origin of an error. */
export type ErrorSource = "contract" | "service" | "wallet" | "library" | "app"

/**
 * All error texts: custom errors of the contracts, codes of the API, numeric codes of wallets and nodes, error names of
 * viem and wagmi, and errors of the pages themselves.
 */
export const errorTable: Readonly<Record<ErrorSource, Readonly<Record<string, ErrorText>>>> = {
  contract: contractErrors,
  service: apiErrors,
  wallet: walletErrors,
  library: libraryErrors,
  app: appErrors,
}

export function errorText(source: ErrorSource, code: string | number): ErrorText | null {
  const table = errorTable[source]
  return Object.hasOwn(table, code) ? (table[code] ?? null) : null
}
