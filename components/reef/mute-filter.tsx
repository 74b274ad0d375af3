"use client"

import { type ReactNode, useState } from "react"
import { shortenAddress } from "@/lib/format"
import { useMutedWallets } from "./muted-wallets"

type MuteFilterProps = {
  wallet: string
  what: "post" | "comment"
  children: ReactNode
}

/**
 * Folds what a muted wallet wrote to a line, and keeps what a blocked one wrote out of sight: a comment leaves its
 * place behind, on which its answers depend, a post leaves nothing.
 */
export function MuteFilter({ wallet, what, children }: MuteFilterProps) {
  const { silenced } = useMutedWallets()
  const [isOpened, setOpened] = useState(false)
  const how = silenced[wallet]
  if (!how || (how === "muted" && isOpened)) return children
  if (how === "blocked" && what === "post") return null
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-2 px-1 text-sm text-muted">
      <span>
        A {what} of <span className="figures">{shortenAddress(wallet)}</span>, {how} by you
      </span>
      {how === "muted" && (
        <button className="text-link min-h-11 px-1" onClick={() => setOpened(true)} type="button">
          Show it
        </button>
      )}
    </p>
  )
}

/** What is shown beside everything else: only of wallets that are neither muted nor blocked. */
export function HideMuted({ wallet, children }: { wallet: string; children: ReactNode }) {
  const { silenced } = useMutedWallets()
  return silenced[wallet] ? null : children
}
