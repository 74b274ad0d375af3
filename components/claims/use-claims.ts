"use client"

import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"

/** The claims of the connected wallet; null while unknown. A new `attempt` reads them again. */
export function useClaims(attempt = 0) {
  return useWalletData({
    subject: "claims",
    version: `${attempt}`,
    load: (wallet, signal) =>
      callApi("GET /api/internal/claims", { query: { wallet } }, { signal }),
  })
}
