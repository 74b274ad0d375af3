"use client"

import { type ReactNode, useState } from "react"
import { shortAddress } from "@/lib/format"
import { useSilenced } from "./muted"

type SilenceGateProps = {
  wallet: string
  /** What it is: "post" or "comment". */
  what: string
  children: ReactNode
}

/** Folds what a muted wallet wrote to a line, and keeps what a blocked one wrote out of sight. */
export function SilenceGate({ wallet, what, children }: SilenceGateProps) {
  const { silenced } = useSilenced()
  const [isOpened, setOpened] = useState(false)
  const how = silenced[wallet]
  if (!how || (how === "muted" && isOpened)) return children
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-2 px-1 text-sm text-muted">
      <span>
        A {what} of <span className="figures">{shortAddress(wallet)}</span>, {how} by you
      </span>
      {how === "muted" && (
        <button className="text-link min-h-11 px-1" onClick={() => setOpened(true)} type="button">
          Show it
        </button>
      )}
    </p>
  )
}
