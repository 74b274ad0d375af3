"use client"

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react"
import { AccountDialog } from "./account-dialog"
import { ConnectDialog } from "./connect-dialog"

type Dialogs = { openConnect: () => void; openAccount: () => void }

const DialogsContext = createContext<Dialogs | null>(null)

export function useWalletDialogs(): Dialogs {
  const dialogs = use(DialogsContext)
  if (!dialogs) throw new Error("useWalletDialogs needs a WalletDialogs")
  return dialogs
}

/** The two windows of the wallet, to be opened from anywhere. */
export function WalletDialogs({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<"connect" | "account" | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const dialogs = useMemo(
    () => ({ openConnect: () => setOpen("connect"), openAccount: () => setOpen("account") }),
    [],
  )
  return (
    <DialogsContext value={dialogs}>
      {children}
      <ConnectDialog isOpen={open === "connect"} onClose={close} onOpen={dialogs.openConnect} />
      <AccountDialog isOpen={open === "account"} onClose={close} />
    </DialogsContext>
  )
}
