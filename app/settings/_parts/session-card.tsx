"use client"

import { useState } from "react"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Address } from "@/components/ui/address"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { EmptyState } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import { shortenAddress } from "@/lib/format"

/** The wallets of this session: which one acts, and the ways out. */
export function SessionCard() {
  const { wallets, activeWallet, selectWallet, signOut } = useSession()
  const [failure, setFailure] = useState<Failure | null>(null)
  const handleSignOut = (wallet?: string) => {
    setFailure(null)
    signOut(wallet).catch((error: unknown) => setFailure(describeFailure(error)))
  }

  return (
    <Card
      aside={
        wallets && wallets.length > 0 ? (
          <Button variant="danger" onClick={() => handleSignOut()}>
            Sign out
          </Button>
        ) : null
      }
      title="Signed-in wallets"
    >
      {!wallets || wallets.length === 0 ? (
        <EmptyState title="No wallet is signed in">
          Sign in with your connected wallet. A session lasts 24 hours and can hold several wallets.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {wallets.map((wallet) => (
            <li className="flex flex-wrap items-center gap-2 py-2" key={wallet}>
              <span className="mr-auto">
                <Address address={wallet} href={`/wallets/${wallet}`} />
              </span>
              {wallet === activeWallet ? (
                <Badge tone="up">Acting</Badge>
              ) : (
                <Button variant="quiet" onClick={() => selectWallet(wallet)}>
                  Act as {shortenAddress(wallet)}
                </Button>
              )}
              <Button
                aria-label={`Remove ${shortenAddress(wallet)} from the session`}
                variant="quiet"
                onClick={() => handleSignOut(wallet)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {failure && <FailureNotice failure={failure} />}
    </Card>
  )
}
