"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useOptionalConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { openConnect, useWalletState } from "@/components/wallet/store"

export function OwnPortfolioRedirect() {
  return (
    <Card title="Your wallet">
      {useOptionalConfig() ? (
        <ConnectOrRedirect />
      ) : (
        <Notice title="Wallets are not available">
          <p>This site has no public RPC node configured (PUBLIC_RPC_URL).</p>
        </Notice>
      )}
    </Card>
  )
}

function ConnectOrRedirect() {
  const { address } = useWalletState()
  const router = useRouter()

  useEffect(() => {
    // `replace`, not `push`: going back would redirect forward again.
    if (address) router.replace(`/portfolio/${address}`)
  }, [address, router])

  if (address) return <Skeleton className="h-11 w-full" />
  return (
    <div className="grid gap-3">
      <p className="text-muted">Connect your wallet to see its holdings and trades.</p>
      <Button onClick={openConnect}>Connect a wallet</Button>
    </div>
  )
}
