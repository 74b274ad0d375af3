"use client"

import { cn } from "@/components/ui/cn"
import { openConnect, useWalletState } from "@/components/wallet/store"
import { StateLink, useTokenState } from "./state-link"

const optionStyle =
  "flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 text-sm font-medium whitespace-nowrap"
const currentStyle = "bg-raised text-ink shadow-card"
const otherStyle = "text-muted hover:text-ink"

/** Filters trades by trader; "Mine" connects a wallet first. */
export function TraderFilter({ address, hasCreator }: { address: string; hasCreator: boolean }) {
  const { by } = useTokenState()
  const { address: wallet } = useWalletState()
  const link = (value: string | undefined, label: string) => (
    <StateLink
      address={address}
      className={cn(optionStyle, by === value ? currentStyle : otherStyle)}
      isCurrent={by === value}
      set={{ by: value, before: undefined }}
    >
      {label}
    </StateLink>
  )
  return (
    <nav aria-label="Traders" className="flex flex-wrap rounded-control bg-sunken p-0.5">
      {link(undefined, "Everybody")}
      {wallet ? (
        link(wallet, "Mine")
      ) : (
        <button className={cn(optionStyle, otherStyle)} onClick={openConnect} type="button">
          Mine
        </button>
      )}
      {hasCreator && link("creator", "Creator")}
      {by?.startsWith("0x") && by !== wallet && link(by, "One wallet")}
    </nav>
  )
}
