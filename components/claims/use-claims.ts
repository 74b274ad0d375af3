"use client"

import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"

/** What the connected wallet can collect; null while unknown. Loads nothing with `isEnabled` false. */
export function useClaims({ isEnabled = true }: { isEnabled?: boolean } = {}) {
  return useWalletData({
    subject: "claims",
    version: isEnabled ? "claims" : null,
    load: (wallet, signal) =>
      callApi("GET /api/internal/claims", { query: { wallet } }, { signal }),
  })
}
