"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useOptionalConfig } from "@/components/chain/browser-config"
import { NoChain } from "@/components/chain/no-chain"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { openConnect, useWalletState } from "@/components/wallet/store"
import type { ScheduleRole } from "@/lib/vesting/schedule-queries"
import { vestingHref } from "./url-state"

/** Leads the connected wallet to its schedules. */
export function OwnSchedules({ role }: { role: ScheduleRole }) {
  return (
    <Card title="Your schedules">
      {useOptionalConfig() ? <ConnectOrRedirect role={role} /> : <NoChain />}
    </Card>
  )
}

function ConnectOrRedirect({ role }: { role: ScheduleRole }) {
  const { address } = useWalletState()
  const router = useRouter()
  useEffect(() => {
    // `replace`, not `push`: going back would redirect forward again.
    if (address) router.replace(vestingHref(address, { role }))
  }, [address, role, router])
  if (address) return <Skeleton className="h-20 w-full" />
  return (
    <div className="grid gap-3">
      <p className="text-muted">Connect your wallet to see what vests for it and what it gave.</p>
      <Button onClick={openConnect}>Connect a wallet</Button>
    </div>
  )
}
