"use client"

import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"

/** What the connected wallet can collect; null while unknown. Another `attempt` reads it again. */
export function useClaims(attempt = 0) {
  return useWalletData({
    subject: "claims",
    version: `${attempt}`,
    load: (wallet, signal) =>
      callApi("GET /api/internal/claims", { query: { wallet } }, { signal }),
  })
}
