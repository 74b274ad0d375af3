"use client"

import { useEffect, useState } from "react"
import { MoltbookCard } from "@/components/social/moltbook-card"
import { XCard } from "@/components/social/x-card"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState, Skeleton } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import { SessionWallets } from "@/components/wallet/session/session-wallets"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import type { NetworkSettings } from "@/lib/social/config"
import { AgentCard } from "./agent-card"
import { ApiKeyCard, SignedOutKeyCard } from "./api-key-card"
import { ProfileCard } from "./profile-card"
import { ReferralsCard } from "./referrals-card"
import { Section, SectionLinks } from "./sections"
import { StandingCard } from "./standing-card"

/** The wallet's proven accounts at other networks. `settings` come from the server, with the page. */
const LinkedAccounts = ({ wallet, settings }: { wallet: string; settings: NetworkSettings }) => (
  <>
    <XCard settings={settings.x} wallet={wallet} />
    <MoltbookCard settings={settings.moltbook} wallet={wallet} />
  </>
)

/** Everything that belongs to the active wallet, or how to sign in. */
export function AccountPanel({ networks }: { networks: NetworkSettings }) {
  const { loadSession, activeWallet } = useSession()
  const [begunKey, setBegunKey] = useState<string | null>(null)
  useEffect(loadSession, [loadSession])
  if (!activeWallet) {
    return (
      <>
        <Sessions />
        <SignedOutKey onBegin={setBegunKey} />
      </>
    )
  }
  return (
    <>
      <SectionLinks />
      <Section id="profile">
        <ProfileCard key={activeWallet} wallet={activeWallet} />
      </Section>
      <Section id="standing">
        <StandingCard key={activeWallet} wallet={activeWallet} />
      </Section>
      <Section id="referrals">
        <ReferralsCard key={activeWallet} wallet={activeWallet} />
      </Section>
      <Section id="linked">
        <LinkedAccounts key={activeWallet} settings={networks} wallet={activeWallet} />
      </Section>
      <Section id="sessions">
        <Sessions />
        <ApiKeyCard
          begunLabel={begunKey}
          key={activeWallet}
          onBegin={setBegunKey}
          onEnd={() => setBegunKey(null)}
          wallet={activeWallet}
        />
      </Section>
      <Section id="agent">
        <AgentCard key={activeWallet} wallet={activeWallet} />
      </Section>
    </>
  )
}

function SignedOutKey({ onBegin }: { onBegin: (label: string) => void }) {
  const { address } = useWallet()
  const { wallets, hasExpired } = useSession()
  // A key that was begun in an expired session continues after any sign-in.
  return address && wallets && !hasExpired ? <SignedOutKeyCard onBegin={onBegin} /> : null
}

function Sessions() {
  const { wallets } = useSession()
  return (
    <>
      <ConnectedCard />
      <Card title="Signed-in wallets">
        {wallets === null ? (
          <Skeleton className="h-28" />
        ) : wallets.length > 0 ? (
          <SessionWallets />
        ) : (
          <EmptyState title="No wallet signed in">
            Sign in with your connected wallet to see your standing and referrals, and to change
            your profile. A session lasts 24 hours and can hold several wallets.
          </EmptyState>
        )}
      </Card>
    </>
  )
}

function ConnectedCard() {
  const wallet = useWallet()
  return (
    <Card title="Connected wallet">
      {wallet.status === "connecting" ? (
        <Skeleton className="h-11" />
      ) : wallet.address ? (
        <div className="grid gap-3">
          <p className="figures text-sm break-all">{wallet.address}</p>
          <SignInPanel />
        </div>
      ) : (
        <EmptyState
          action={<Button onClick={openConnect}>Connect a wallet</Button>}
          title="No wallet connected"
        >
          Connect a wallet to sign in.
        </EmptyState>
      )}
    </Card>
  )
}
