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
 * Collapses content of muted wallets to one line and hides content of blocked ones. A blocked comment leaves a
 * placeholder, as its replies stay; a blocked post leaves nothing.
 */
export function MuteFilter({ wallet, what, children }: MuteFilterProps) {
  const { mutedWallets } = useMutedWallets()
  const [isOpened, setOpened] = useState(false)
  const how = mutedWallets[wallet]
  if (!how || (how === "muted" && isOpened)) return children
  if (how === "blocked" && what === "post") return null
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-2 px-1 text-sm text-muted">
      <span>
        {what === "post" ? "Post" : "Comment"} by{" "}
        <span className="figures">{shortenAddress(wallet)}</span>, {how} by you
      </span>
      {how === "muted" && (
        <button className="text-link min-h-11 px-1" onClick={() => setOpened(true)} type="button">
          Show
        </button>
      )}
    </p>
  )
}

/** Shows the children unless the wallet is muted or blocked. */
export function HideMuted({ wallet, children }: { wallet: string; children: ReactNode }) {
  const { mutedWallets } = useMutedWallets()
  return mutedWallets[wallet] ? null : children
}
