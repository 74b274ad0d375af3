"use client"

import { Button } from "@/components/ui/button"
import { Disclosure } from "@/components/ui/disclosure"
import { openConnect, useWalletState } from "@/components/wallet/store"

/** In the place of the trade settings until their code has loaded. */
export function SettingsPlaceholder() {
  return (
    <div className="rounded-control bg-sunken px-3">
      <Disclosure label="Trade settings" value="">
        <p className="pb-3 text-sm text-muted">Loading</p>
      </Disclosure>
    </div>
  )
}

/** In the place of the submit button until its code has loaded. */
export function SubmitPlaceholder({ connectLabel }: { connectLabel: string }) {
  const { status } = useWalletState()
  const isLoading = status !== "disconnected"
  return (
    <Button className="min-h-12" onClick={openConnect} pending={isLoading}>
      {isLoading ? "Loading" : connectLabel}
    </Button>
  )
}

/** In the place of a ticket where no chain is configured. */
export const NO_CHAIN_TEXT =
  "The operator has not configured an RPC node for browsers (PUBLIC_RPC_URL)."
