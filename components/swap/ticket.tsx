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
import type { Side } from "./market"
import { TicketForm } from "./ticket-form"
import { TicketSkeleton } from "./ticket-skeleton"
import { useMarket } from "./use-market"
import { ticketName } from "./use-ticket"

export type TicketToken = { address: string; symbol: string; name: string }

export function Ticket({ token }: { token: TicketToken }) {
  const { contracts, chainId } = useBrowserConfig()
  const [side, setSide] = useState<Side>("buy")
  const address = toAddress(token.address)
  const wallet = useWallet()
  const market = useMarket(address, wallet.address)
  // A sale that was sent before a reload is followed on the side it was made on.
  useEffect(() => {
    if (findPending(ticketName("sell", address), chainId)) setSide("sell")
  }, [address, chainId])
  const isHub = address === contracts.mainToken

  return (
    <div className="grid grid-cols-1 gap-4">
      <Choice
        label="Direction"
        onChange={setSide}
        options={[
          { value: "buy", label: "Buy" },
          { value: "sell", label: "Sell" },
        ]}
        value={side}
      />
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
          // A new side starts with an empty form, but not while the wallet changes under it.
          key={side}
          market={market.data}
          side={side}
          symbol={token.symbol}
          wallet={wallet}
        />
      ) : (
        !market.isError && <TicketSkeleton />
      )}
      <p className="text-xs text-muted">
        {isHub
          ? "Traded against USDB in TIDE's own pool."
          : "Routed USDB → TIDE → token in one transaction, and back the same way."}
      </p>
    </div>
  )
}
