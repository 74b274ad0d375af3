"use client"

import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { openClaims, useWalletState } from "@/components/wallet/store"
import { formatMoney } from "@/lib/format"
import { sumClaims } from "./claim-text"
import { useClaims } from "./use-claims"

/** Opens the claims of the connected wallet, with their count and value; renders nothing without any. */
export function ClaimsButton({ className }: { className?: string }) {
  const claims = useClaims()?.claims ?? []
  if (claims.length === 0) return null
  const total = sumClaims(claims)
  return (
    <Button {...(className && { className })} onClick={openClaims} variant="secondary">
      <Icon name="download" size={18} />
      <span>
        Collect {claims.length}
        <span className="max-sm:sr-only">{claims.length === 1 ? " claim" : " claims"}</span>
      </span>
      {total > 0n && <span className="figures text-muted">{formatMoney(total)}</span>}
    </Button>
  )
}

/** The same on the page of a wallet, for its owner. Visitors load nothing. */
export function OwnClaimsButton({ wallet }: { wallet: string }) {
  const { address } = useWalletState()
  return address === wallet ? <ClaimsButton /> : null
}
