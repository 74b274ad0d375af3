"use client"

import { openConnect, useWalletState } from "@/components/wallet/store"
import { ChoiceBar, choiceStyle, StateLink, useTokenState } from "./state-link"

/** Filters trades by trader; "Mine" connects a wallet first. */
export function TraderFilter({ address, hasCreator }: { address: string; hasCreator: boolean }) {
  const { by } = useTokenState()
  const { address: wallet } = useWalletState()
  const link = (value: string | undefined, label: string) => (
    <StateLink
      address={address}
      className={choiceStyle(by === value)}
      isCurrent={by === value}
      set={{ by: value, before: undefined }}
    >
      {label}
    </StateLink>
  )
  return (
    <ChoiceBar label="Traders">
      {link(undefined, "Everyone")}
      {wallet ? (
        link(wallet, "Mine")
      ) : (
        <button className={choiceStyle(false)} onClick={openConnect} type="button">
          Mine
        </button>
      )}
      {hasCreator && link("creator", "Creator")}
      {by?.startsWith("0x") && by !== wallet && link(by, "One wallet")}
    </ChoiceBar>
  )
}
