"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useOptionalConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { openConnect, useWalletState } from "@/components/wallet/store"

/** Leads the connected wallet to its own portfolio. */
export function OwnPortfolioRedirect() {
  return (
    <Card title="Your wallet">
      {useOptionalConfig() ? (
        <ConnectOrRedirect />
      ) : (
        <Notice title="Wallets cannot be connected here">
          <p>The operator has not named a node that browsers may use (PUBLIC_RPC_URL).</p>
        </Notice>
      )}
    </Card>
  )
}

function ConnectOrRedirect() {
  const { address } = useWalletState()
  const router = useRouter()

  useEffect(() => {
    // Replaced, so that going back does not lead here again and forward at once.
    if (address) router.replace(`/portfolio/${address}`)
  }, [address, router])

  if (address) return <Skeleton className="h-11 w-full" />
  return (
    <div className="grid gap-3">
      <p className="text-muted">Connect it to see its holdings and trades.</p>
      <Button onClick={openConnect}>Connect a wallet</Button>
    </div>
  )
}
