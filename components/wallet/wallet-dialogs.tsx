"use client"

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react"
import { toast } from "@/components/ui/toast"
import { WinToasts } from "@/components/updown/win-toasts"
import { useSession } from "./session/session"
import { findSessionEnd, useSessionTimeLeft } from "./session/session-expiry"
import { closeWalletDialog, openAccount, useWalletDialog, type WalletDialog } from "./store"
import { TransactionToasts } from "./transactions/toasts"
import { ProfileLoader } from "./wallet-profile"

type DialogProps = { isOpen: boolean; onClose: () => void }

/** Each is loaded when it is first opened. */
const dialogs: Record<WalletDialog, ComponentType<DialogProps>> = {
  connect: lazy(() =>
    import("./connect/connect-dialog").then((file) => ({ default: file.ConnectDialog })),
  ),
  account: lazy(() => import("./account-sheet").then((file) => ({ default: file.AccountSheet }))),
  claims: lazy(() =>
    import("@/components/claims/claims-sheet").then((file) => ({ default: file.ClaimsSheet })),
  ),
  transactions: lazy(() =>
    import("./transactions/transactions-sheet").then((file) => ({
      default: file.TransactionsSheet,
    })),
  ),
}

/** The wallet's dialogs and toasts, which any page may need. */
export function WalletDialogs(): ReactNode {
  const { dialog } = useWalletDialog()
  const Dialog = dialog && dialogs[dialog]
  return (
    <>
      <TransactionToasts />
      <ProfileLoader />
      <SessionExpiryToast />
      <WinToasts />
      <Suspense>{Dialog && <Dialog isOpen onClose={closeWalletDialog} />}</Suspense>
    </>
  )
}

/** Sessions whose toast was shown, by wallet and expiry time. */
const warned = new Set<string>()

/** Warns once per session while it can still be renewed. */
function SessionExpiryToast() {
  const { activeWallet } = useSession()
  const { isEnding } = useSessionTimeLeft(activeWallet)
  useEffect(() => {
    if (!activeWallet || !isEnding) return
    const session = `${activeWallet} ${findSessionEnd(activeWallet)}`
    if (warned.has(session)) return
    warned.add(session)
    toast({
      title: "Your session expires soon",
      description: "Sign a message to renew it. This is free.",
      tone: "warning",
      action: { label: "Renew", onSelect: openAccount },
    })
  }, [activeWallet, isEnding])
  return null
}
