"use client"

import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { z } from "zod"
import { callApi } from "./api"
import { publishWallet } from "./store"
import { useWallet } from "./use-wallet"

const name = z.object({ username: z.string().nullable(), avatarUrl: z.string().nullable() })

export const nameKey = (wallet: string) => ["name", wallet]

/** Asks once how the connected wallet calls itself, for whatever shows it. */
export function OwnName() {
  const { address } = useWallet()
  const { data } = useQuery({
    queryKey: nameKey(address ?? ""),
    queryFn: () => callApi(`/wallets/name?wallet=${address}`, { response: name }),
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  useEffect(() => {
    if (address && data) publishWallet({ who: { address, ...data } })
  }, [address, data])
  return null
}
