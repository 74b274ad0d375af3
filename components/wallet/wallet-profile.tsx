"use client"

import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { z } from "zod"
import { callApi } from "@/components/browser/api"
import { setWalletState } from "./store"
import { useWallet } from "./use-wallet"

const profileResponse = z.object({
  username: z.string().nullable(),
  avatarUrl: z.string().nullable(),
})

export const profileQueryKey = (wallet: string) => ["name", wallet]

/** Loads the connected wallet's name and picture into the wallet's state. */
export function ProfileLoader() {
  const { address } = useWallet()
  const { data } = useQuery({
    queryKey: profileQueryKey(address ?? ""),
    queryFn: () => callApi(`/wallets/name?wallet=${address}`, { response: profileResponse }),
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  useEffect(() => {
    if (address && data) setWalletState({ profile: { address, ...data } })
  }, [address, data])
  return null
}
