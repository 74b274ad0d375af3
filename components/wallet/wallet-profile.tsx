"use client"

import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { callApi } from "@/lib/api/client"
import { setWalletState } from "./store"
import { useWallet } from "./use-wallet"

export const profileQueryKey = (wallet: string) => ["name", wallet]

/** Loads the connected wallet's name and picture into the wallet's state. */
export function ProfileLoader() {
  const { address } = useWallet()
  const { data } = useQuery({
    queryKey: profileQueryKey(address ?? ""),
    queryFn: () => callApi("GET /api/internal/wallets/name", { query: { wallet: address ?? "" } }),
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  useEffect(() => {
    if (address && data) setWalletState({ profile: { address, ...data } })
  }, [address, data])
  return null
}
