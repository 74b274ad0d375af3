"use client"

import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Identicon } from "@/components/ui/identicon"
import { shortenAddress } from "@/lib/format"
import { useMutedWallets } from "./muted-wallets"

/** Muted and blocked wallets with buttons to undo; null when there are none. */
export function MutedList() {
  const { mutedWallets, setMuteMode } = useMutedWallets()
  const wallets = Object.entries(mutedWallets)
  if (wallets.length === 0) return null
  return (
    <Card className="py-1 sm:py-2">
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2">
          <h2>Muted and blocked</h2>
          <span className="figures text-sm text-muted">{wallets.length}</span>
        </summary>
        <ul className="grid gap-1">
          {wallets.map(([wallet, how]) => (
            <li className="flex min-h-11 items-center gap-2 text-sm" key={wallet}>
              <Identicon address={wallet} />
              <span className="figures" title={wallet}>
                {shortenAddress(wallet)}
              </span>
              <span className="text-muted">{how}</span>
              <Button
                className="ml-auto"
                variant="quiet"
                onClick={() => setMuteMode(wallet, null)}
                size="sm"
              >
                {how === "muted" ? "Unmute" : "Unblock"}
                <span className="sr-only"> {shortenAddress(wallet)}</span>
              </Button>
            </li>
          ))}
        </ul>
        <p className="my-2 text-sm text-muted">Stored in this browser, for this wallet only.</p>
      </details>
    </Card>
  )
}
