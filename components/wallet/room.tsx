"use client"

import { type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { Announcer } from "./announcer"
import { OwnName } from "./own-name"
import { SessionWatch } from "./session-watch"
import { closeWindow, useWalletHost } from "./store"

type WindowProps = { isOpen: boolean; onClose: () => void }

const windows: Record<"connect" | "account" | "transactions", ComponentType<WindowProps>> = {
  connect: lazy(() => import("./connect-dialog").then((file) => ({ default: file.ConnectDialog }))),
  account: lazy(() => import("./account-sheet").then((file) => ({ default: file.AccountSheet }))),
  transactions: lazy(() =>
    import("./transactions-sheet").then((file) => ({ default: file.TransactionsSheet })),
  ),
}

/** The windows of the wallet, opened from anywhere; the code of each comes when it is first opened. */
export function Room(): ReactNode {
  const { window } = useWalletHost()
  const Window = window && windows[window]
  return (
    <>
      <Announcer />
      <OwnName />
      <SessionWatch />
      <Suspense>{Window && <Window isOpen onClose={closeWindow} />}</Suspense>
    </>
  )
}
