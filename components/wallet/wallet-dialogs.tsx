"use client"

import { type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { SessionExpiryToast } from "./session/expiry-toast"
import { closeWalletDialog, useWalletDialog } from "./store"
import { TransactionToasts } from "./transactions/toasts"
import { ProfileLoader } from "./wallet-profile"

type DialogProps = { isOpen: boolean; onClose: () => void }

const dialogs: Record<"connect" | "account" | "transactions", ComponentType<DialogProps>> = {
  connect: lazy(() =>
    import("./connect/connect-dialog").then((file) => ({ default: file.ConnectDialog })),
  ),
  account: lazy(() => import("./account-sheet").then((file) => ({ default: file.AccountSheet }))),
  transactions: lazy(() =>
    import("./transactions/transactions-sheet").then((file) => ({
      default: file.TransactionsSheet,
    })),
  ),
}

/** The windows of the wallet, opened from anywhere; the code of each comes when it is first opened. */
export function WalletDialogs(): ReactNode {
  const { dialog } = useWalletDialog()
  const Window = dialog && dialogs[dialog]
  return (
    <>
      <TransactionToasts />
      <ProfileLoader />
      <SessionExpiryToast />
      <Suspense>{Window && <Window isOpen onClose={closeWalletDialog} />}</Suspense>
    </>
  )
}
