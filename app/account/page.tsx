import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { getNetworkSettings } from "@/lib/social/config"
import { AppearanceCard } from "./_parts/appearance-card"
import { LazyAccountPanel, LazyDataPanel } from "./_parts/lazy-account-panel"
import { Section } from "./_parts/sections"
import { SlippageCard } from "./_parts/slippage-card"

export const metadata: Metadata = {
  title: "Account",
  description:
    "Profile, tier and rank, referrals, signed-in wallets, API key, appearance, and your data.",
  alternates: { canonical: "/account" },
}

export default function AccountPage() {
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Account</h1>
        <p className="text-muted">
          What your wallet is on Atoll beside its trades, and the settings of this browser.
        </p>
      </header>
      {getBrowserConfig() ? <LazyAccountPanel networks={getNetworkSettings()} /> : <NoChain />}
      <Section id="settings">
        <AppearanceCard />
        <SlippageCard />
      </Section>
      <LazyDataPanel />
    </div>
  )
}
