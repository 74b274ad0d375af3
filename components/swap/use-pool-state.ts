"use client"

import { useEffect, useState } from "react"
import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { readPoolState, readQuote } from "./pool-state"
import type { Side } from "./preview"

const TYPING_MS = 250

/** Polls the state of a token's pool. */
export function usePoolState(token: Address, owner: Address | undefined) {
  const { contracts } = useBrowserConfig()
  return useChainQuery({
    key: ["market", token, owner],
    read: (client) => readPoolState(client, contracts, token, owner),
  })
}

/** The router's quote for an amount, requested when the typing pauses. */
export function useRouterQuote(trade: {
  side: Side
  token: Address
  amount: bigint | null
  owner: Address | undefined
}) {
  const { contracts } = useBrowserConfig()
  const { side, token, owner } = trade
  const amount = useDebounced(trade.amount)
  const isSettled = amount === trade.amount
  const query = useChainQuery({
    key: ["quote", side, token, owner, `${amount}`],
    isEnabled: isSettled && amount !== null && amount > 0n,
    read: (client) => readQuote(client, contracts, { side, token, owner, amount: amount ?? 0n }),
  })
  return isSettled ? query.data : undefined
}

function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
