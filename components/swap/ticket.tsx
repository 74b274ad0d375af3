"use client"

import { useEffect, useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { ReadFailure } from "@/components/ticket/quote-status"
import { useTradeSettings } from "@/components/ticket/trade-settings"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { findPendingTransaction } from "@/components/wallet/transactions/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { type AmountInput, EMPTY_INPUT } from "./amount-input"
import { readPoolState } from "./pool-state"
import type { Side } from "./preview"
import { TicketForm } from "./ticket-form"
import { TicketPlaceholderBody } from "./ticket-placeholder"
import { SIDES, type SwapTicketProps } from "./ticket-token"
import { tradeName } from "./use-trade"

/** Buys a token for USDB and sells it back; the state of its pool is read from the chain. */
export function SwapTicket({ token, side, onSide }: SwapTicketProps) {
  const { chainId, contracts } = useBrowserConfig()
  // Outlives the form, which waits for the pool's state again when a wallet connects.
  const [input, setInput] = useState<AmountInput>(EMPTY_INPUT)
  const address = toAddress(token.address)
  const wallet = useWallet()
  const pool = useChainQuery({
    key: ["pool", address, wallet.address],
    read: (client) => readPoolState(client, contracts, address, wallet.address),
  })
  const { settings, change } = useTradeSettings()
  // A sale that was sent before a reload is shown on its side.
  useEffect(() => {
    if (findPendingTransaction(tradeName("sell", address), chainId)) onSide("sell")
  }, [address, chainId, onSide])
  const changeSide = (next: Side) => {
    if (next !== side) setInput(EMPTY_INPUT)
    onSide(next)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl label="Direction" onChange={changeSide} options={SIDES} value={side} />
      <ReadFailure query={pool} />
      {pool.data ? (
        <TicketForm
          address={address}
          input={input}
          key={side}
          onInput={setInput}
          onSettings={change}
          onSide={changeSide}
          readAt={pool.dataUpdatedAt}
          refresh={async () => (await pool.refetch()).data ?? null}
          settings={settings}
          side={side}
          state={pool.data}
          token={token}
          wallet={wallet}
        />
      ) : (
        <TicketPlaceholderBody input={input} side={side} token={token} />
      )}
    </div>
  )
}
