"use client"

import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"

/** TIDE and launched tokens of the connected wallet, largest balance first; null while unknown. */
export function useHeldTokens() {
  const data = useWalletData({
    subject: "tokens",
    version: "",
    load: (wallet, signal) =>
      callApi("GET /api/internal/wallets/tokens", { query: { wallet } }, { signal }),
  })
  return data?.tokens ?? null
}
