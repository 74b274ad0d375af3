"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { ScheduleView } from "@/lib/vesting/schedule-queries"

type Props = { schedule: ScheduleView }

const OwnActions = lazyWithWallet<Props>(
  () => import("./own-actions").then((loaded) => loaded.OwnActions),
  { fallback: <Skeleton className="h-11" />, withoutChain: null },
)

/** The connected wallet's actions on its schedule; renders nothing for schedules of others. */
export function ScheduleActions({ schedule }: Props) {
  const { address } = useWalletState()
  const isParty = address === schedule.beneficiary || address === schedule.creator
  return isParty ? <OwnActions schedule={schedule} /> : null
}
