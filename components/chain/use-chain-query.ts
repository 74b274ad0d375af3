"use client"

import { useQuery } from "@tanstack/react-query"
import { useRef } from "react"
import type { Address, Client } from "viem"
import { erc20Abi } from "viem"
import { getBalance, readContract } from "viem/actions"
import { useConfig } from "wagmi"
import { useBrowserConfig } from "./browser-config"
import { keepLastError } from "./last-error"

const REFRESH_MS = 4_000

type ChainQuery<T> = {
  /** Every value that `read` depends on must be part of it. */
  key: readonly (string | number | null | undefined)[]
  read: (client: Client) => Promise<T>
  isEnabled?: boolean
}

/** Reads on-chain state; again every few seconds while the page is visible, and after every transaction of the user. */
export function useChainQuery<T>({ key, read, isEnabled = true }: ChainQuery<T>) {
  const wagmi = useConfig()
  const { chainId } = useBrowserConfig()
  const query = useQuery({
    queryKey: ["chain", chainId, ...key],
    queryFn: () => read(wagmi.getClient({ chainId })),
    enabled: isEnabled,
    refetchInterval: REFRESH_MS,
  })
  const last = useRef<Error | null>(null)
  const error = keepLastError(query, last.current)
  last.current = error
  return {
    data: query.data,
    error,
    isError: error !== null,
    refetch: query.refetch,
    // Getters: React Query re-renders a component only for the fields it has read.
    get isFetching() {
      return query.isFetching
    },
    get dataUpdatedAt() {
      return query.dataUpdatedAt
    },
  }
}

/** In base units; undefined while unknown. */
export function useTokenBalance(token: Address, owner: Address | undefined) {
  return useChainQuery({
    key: ["balance", token, owner],
    isEnabled: owner !== undefined,
    read: (client) =>
      owner
        ? readContract(client, {
            address: token,
            abi: erc20Abi,
            functionName: "balanceOf",
            args: [owner],
          })
        : Promise.resolve(0n),
  })
}

/** In wei; undefined while unknown. */
export function useNativeBalance(owner: Address | undefined) {
  return useChainQuery({
    key: ["native", owner],
    isEnabled: owner !== undefined,
    read: (client) => (owner ? getBalance(client, { address: owner }) : Promise.resolve(0n)),
  })
}
