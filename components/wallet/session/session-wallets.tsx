"use client"

import { useState } from "react"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Address } from "@/components/ui/address"
import { Button, IconButton } from "@/components/ui/button"
import { Badge } from "@/components/ui/figures"
import { shortenAddress } from "@/lib/format"
import { useSession } from "./session"

/** The signed-in wallets: which one is active, and signing out. */
export function SessionSwitcher() {
  const { wallets, activeWallet, selectWallet, signOut } = useSession()
  const [failure, setFailure] = useState<Failure | null>(null)
  if (!wallets || wallets.length === 0) return null
  const handleSignOut = (wallet?: string) => {
    setFailure(null)
    signOut(wallet).catch((error: unknown) => setFailure(describeFailure(error)))
  }
  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold">Signed-in wallets</h3>
      <ul className="divide-y divide-line">
        {wallets.map((wallet) => (
          <li className="flex min-h-12 items-center gap-2" key={wallet}>
            <span className="mr-auto min-w-0">
              <Address address={wallet} hasCopy={false} />
            </span>
            {wallet === activeWallet ? (
              <Badge tone="up">Active</Badge>
            ) : (
              <Button variant="quiet" onClick={() => selectWallet(wallet)} size="sm">
                Switch to {shortenAddress(wallet)}
              </Button>
            )}
            <IconButton
              icon="leave"
              iconSize={18}
              label={`Sign out ${shortenAddress(wallet)}`}
              onClick={() => handleSignOut(wallet)}
            />
          </li>
        ))}
      </ul>
      {wallets.length > 1 && (
        <Button variant="quiet" onClick={() => handleSignOut()}>
          Sign out all
        </Button>
      )}
      {failure && <FailureNotice failure={failure} />}
    </section>
  )
}
