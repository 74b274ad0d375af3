import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"

/** Whether ADMIN_WALLETS contains the wallet. */
export const isAdmin = (wallet: string) => env().ADMIN_WALLETS.includes(wallet)

export function requireAdmin(wallet: string) {
  if (!isAdmin(wallet)) throw new ApiError("NOT_ADMIN", "Only an admin may do this")
}
