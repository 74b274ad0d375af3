"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { Address } from "@/components/ui/address"
import { Button, IconButton } from "@/components/ui/button"
import { Badge } from "@/components/ui/figures"
import { shortenAddress } from "@/lib/format"
import { useSession } from "./session"

/** The signed-in wallets: which one is active, and signing out. */
export function SessionWallets() {
  const { wallets, activeWallet, selectWallet, signOut } = useSession()
  const { run, failure } = useAction()
  if (!wallets || wallets.length === 0) return null
  return (
    <div className="grid gap-1">
      <ul className="divide-y divide-line">
        {wallets.map((wallet) => (
          <li className="flex min-h-12 items-center gap-2" key={wallet}>
            <span className="mr-auto min-w-0">
              <Address address={wallet} hasCopy={false} href={`/wallets/${wallet}`} />
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
              onClick={() => run(() => signOut(wallet))}
            />
          </li>
        ))}
      </ul>
      {wallets.length > 1 && (
        <Button variant="quiet" onClick={() => run(() => signOut())}>
          Sign out all
        </Button>
      )}
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
