"use client"

import { AccountDialog } from "./account-dialog"
import { ConnectDialog } from "./connect-dialog"
import { closeWindow, openConnect, useWalletHost } from "./store"

/** The windows of the wallet, opened from anywhere. */
export function Room() {
  const { window } = useWalletHost()
  return (
    <>
      <ConnectDialog isOpen={window === "connect"} onClose={closeWindow} onOpen={openConnect} />
      <AccountDialog isOpen={window === "account"} onClose={closeWindow} />
    </>
  )
}
