import { ApiError } from "@/lib/api/errors"
import { env } from "@/lib/env"

/** Whether the operator has named the wallet in ADMIN_WALLETS. */
export const isAdmin = (wallet: string) => env().ADMIN_WALLETS.includes(wallet)

export function requireAdmin(wallet: string) {
  if (!isAdmin(wallet)) throw new ApiError("NOT_ADMIN", "Only an admin may do this")
}
