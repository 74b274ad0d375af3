"use client"

import { lazy, Suspense } from "react"
import { useWalletState } from "@/components/wallet/store"

const ReminderNote = lazy(() => import("./reminder-note"))

/** A note on every page while a loan of the connected wallet is about to expire. Nothing is loaded without a wallet. */
export function LoanReminder() {
  const { address, status } = useWalletState()
  if (status !== "connected" || !address) return null
  return (
    <Suspense>
      <ReminderNote key={address} wallet={address} />
    </Suspense>
  )
}
