"use client"

import { useEffect, useState } from "react"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useTradeSettings } from "@/components/ticket/use-trade-settings"
import { Button } from "@/components/ui/button"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { findPendingTransaction } from "@/components/wallet/transactions/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { type AmountInput, EMPTY_INPUT } from "./amount-input"
import type { Side } from "./preview"
import { TicketForm } from "./ticket-form"
import { TicketPlaceholderBody } from "./ticket-placeholder"
import { SIDES, type TicketToken } from "./ticket-token"
import { usePoolState } from "./use-pool-state"
import { tradeName } from "./use-trade"

export type SwapTicketProps = { token: TicketToken; initialSide?: Side }

/** Buys a token for USDB and sells it back; everything about the market is read from the chain. */
export function SwapTicket({ token, initialSide = "buy" }: SwapTicketProps) {
  const { chainId } = useBrowserConfig()
  const [side, setSide] = useState<Side>(initialSide)
  // Outlives the form: a wallet that is connected has its market read first.
  const [entry, setEntry] = useState<AmountInput>(EMPTY_INPUT)
  const address = toAddress(token.address)
  const wallet = useWallet()
  const market = usePoolState(address, wallet.address)
  const { settings, change } = useTradeSettings()
  // A sale that was sent before a reload is followed on the side it was made on.
  useEffect(() => {
    if (findPendingTransaction(tradeName("sell", address), chainId)) setSide("sell")
  }, [address, chainId])
  const changeSide = (next: Side) => {
    if (next !== side) setEntry(EMPTY_INPUT)
    setSide(next)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl label="Direction" onChange={changeSide} options={SIDES} value={side} />
      {market.isError && (
        <FailureNotice
          action={
            <Button
              variant="secondary"
              onClick={() => market.refetch()}
              pending={market.isFetching}
            >
              Try again
            </Button>
          }
          failure={describeFailure(market.error)}
        />
      )}
      {market.data ? (
        <TicketForm
          address={address}
          input={entry}
          key={side}
          state={market.data}
          onInput={setEntry}
          onSettings={change}
          onSide={changeSide}
          readAt={market.dataUpdatedAt}
          refresh={async () => (await market.refetch()).data ?? null}
          settings={settings}
          side={side}
          token={token}
          wallet={wallet}
        />
      ) : (
        <TicketPlaceholderBody input={entry} side={side} token={token} />
      )}
    </div>
  )
}
