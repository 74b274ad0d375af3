"use client"

import { useEffect } from "react"
import { useKeptReferrer } from "@/components/referral/kept-referrer"
import { ReferralLink } from "@/components/referral/referral-link"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { ContractClaim } from "./contract-claim"
import { ServiceClaim } from "./service-claim"
import { listSignals } from "./signal-items"
import { SignalList } from "./signal-list"
import { useContractFaucet } from "./use-contract-faucet"
import { useChecklist } from "./use-service-claim"

type FaucetPanelProps = {
  /** The referrer that this page's address names. */
  linkedBy: string | null
  /** The service pays claims here. */
  hasService: boolean
}

/** The faucet of the service where there is one, and the contract's own for wallets that it does not pay. */
export function FaucetPanel({ linkedBy, hasService }: FaucetPanelProps) {
  const { address } = useWallet()
  const { activeWallet, loadSession } = useSession()
  useEffect(loadSession, [loadSession])
  // The first link wins; one's own link is not kept.
  const invitedBy = useKeptReferrer() ?? linkedBy
  const faucet = useContractFaucet(address)
  if (!hasService) {
    return (
      <>
        <Card title="Daily claim">
          <ContractClaim faucet={faucet} invitedBy={invitedBy} />
        </Card>
        {address && <ReferCard wallet={address} />}
      </>
    )
  }
  const contract = (
    <Card title="Daily claim">
      <ContractClaim faucet={faucet} invitedBy={invitedBy} />
    </Card>
  )
  return (
    <>
      {activeWallet ? <Unless wallet={activeWallet}>{contract}</Unless> : contract}
      <Card title="Claim up to 500 USDB a day">
        <p className="mb-4 text-sm text-muted">
          For wallets with more to show. It replaces the claim of the contract: one of the two a
          day.
        </p>
        {activeWallet ? (
          <OwnServiceClaim invitedBy={invitedBy} key={activeWallet} wallet={activeWallet} />
        ) : (
          <SignedOut />
        )}
      </Card>
      {address && <ReferCard wallet={address} />}
    </>
  )
}

function OwnServiceClaim({ wallet, invitedBy }: { wallet: string; invitedBy: string | null }) {
  const { data } = useContractFaucet(toAddress(wallet))
  return <ServiceClaim invitedBy={invitedBy} referrer={data?.referrer ?? null} wallet={wallet} />
}

/** Hides content meant for wallets that the service does not pay. A blocked wallet sees neither version. */
function Unless({ wallet, children }: { wallet: string; children: React.ReactNode }) {
  const { data, isPending } = useChecklist(wallet)
  if (isPending) return <Skeleton className="h-96 rounded-card" />
  return data && !data.status.eligible && !data.block ? children : null
}

/** Shows what the service pays for before it knows the wallet. */
function SignedOut() {
  const { address } = useWallet()
  return (
    <div className="grid gap-4">
      <SignalList items={listSignals(undefined)} />
      {address ? (
        <SignInPanel label="Sign in to see what you get" />
      ) : (
        <Button onClick={openConnect} variant="secondary">
          Connect a wallet
        </Button>
      )}
    </div>
  )
}

function ReferCard({ wallet }: { wallet: string }) {
  return (
    <Card title="Refer others">
      <p className="mb-3 text-sm text-muted">
        You become the referrer of each wallet that makes its first claim through your link.
      </p>
      <ReferralLink wallet={wallet} />
    </Card>
  )
}
