"use client"

import type { Address } from "viem"
import { useConnection } from "wagmi"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { toAddress } from "@/lib/chain/browser"

type Wallet =
  | { status: "connecting"; address: undefined; isWrongChain: false }
  | { status: "disconnected"; address: undefined; isWrongChain: false }
  | { status: "connected"; address: Address; isWrongChain: boolean }

/** The connected wallet. The address is in lower case, as in the API. */
export function useWallet(): Wallet {
  const { address, chainId, status } = useConnection()
  const config = useBrowserConfig()
  if (address && (status === "connected" || status === "reconnecting")) {
    return {
      status: "connected",
      address: toAddress(address),
      isWrongChain: chainId !== config.chainId,
    }
  }
  const isWaiting = status === "connecting" || status === "reconnecting"
  return {
    status: isWaiting ? "connecting" : "disconnected",
    address: undefined,
    isWrongChain: false,
  }
}
