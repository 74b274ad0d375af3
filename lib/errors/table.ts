import { apiErrors } from "./api"
import { appErrors } from "./app"
import { contractErrors } from "./contracts"
import type { ErrorText } from "./text"
import { libraryErrors, walletErrors } from "./wallets"

/** Who said no. */
export type ErrorSource = "contract" | "service" | "wallet" | "library" | "app"

/**
 * Everything that can go wrong, in one table: the custom errors of the contracts, the codes of the service,
 * the numbers of wallets and nodes, the names of the libraries, and what the app finds by itself.
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
