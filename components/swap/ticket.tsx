"use client"

import { useEffect, useState } from "react"
import { Button } from "@/components/ui/button"
import { Choice } from "@/components/ui/choice"
import { useBrowserConfig } from "@/components/wallet/config"
import { describeFailure } from "@/components/wallet/failure"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { findPending } from "@/components/wallet/pending"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { EMPTY, type Entry } from "./entry"
import type { Side } from "./preview"
import { TicketForm } from "./ticket-form"
import { TicketShellBody } from "./ticket-shell"
import { SIDES, type TicketToken } from "./ticket-token"
import { useMarket } from "./use-market"
import { useTradeSettings } from "./use-trade-settings"
import { tradeName } from "./use-trading"

export type TicketProps = { token: TicketToken; initialSide?: Side }

/** Buys a token for USDB and sells it back; everything about the market is read from the chain. */
export function Ticket({ token, initialSide = "buy" }: TicketProps) {
  const { chainId } = useBrowserConfig()
  const [side, setSide] = useState<Side>(initialSide)
  // Outlives the form: a wallet that is connected has its market read first.
  const [entry, setEntry] = useState<Entry>(EMPTY)
  const address = toAddress(token.address)
  const wallet = useWallet()
  const market = useMarket(address, wallet.address)
  const { settings, change } = useTradeSettings()
  // A sale that was sent before a reload is followed on the side it was made on.
  useEffect(() => {
    if (findPending(tradeName("sell", address), chainId)) setSide("sell")
  }, [address, chainId])
  const turn = (next: Side) => {
    if (next !== side) setEntry(EMPTY)
    setSide(next)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <Choice label="Direction" onChange={turn} options={SIDES} value={side} />
      {market.isError && (
        <FailureNotice
          action={
            <Button look="secondary" onClick={() => market.refetch()} pending={market.isFetching}>
              Try again
            </Button>
          }
          failure={describeFailure(market.error)}
        />
      )}
      {market.data ? (
        <TicketForm
          address={address}
          entry={entry}
          key={side}
          market={market.data}
          onEntry={setEntry}
          onSettings={change}
          onSide={turn}
          readAt={market.dataUpdatedAt}
          refresh={async () => (await market.refetch()).data ?? null}
          settings={settings}
          side={side}
          token={token}
          wallet={wallet}
        />
      ) : (
        <TicketShellBody entry={entry} side={side} token={token} />
      )}
    </div>
  )
}
