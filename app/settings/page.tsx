import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { AppearanceCard } from "./_parts/appearance-card"
import { LazySettingsPanel } from "./_parts/lazy-settings-panel"
import { SlippageCard } from "./_parts/slippage-card"

export const metadata: Metadata = {
  title: "Settings",
  description: "Appearance, default slippage, profile, signed-in wallets and API key.",
  alternates: { canonical: "/settings" },
}

export default function SettingsPage() {
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5">
      <header className="grid gap-1">
        <h1>Settings</h1>
        <p className="text-muted">
          Appearance and trading defaults of this browser, your profile, your signed-in wallets and
          your API key.
        </p>
      </header>
      <AppearanceCard />
      <SlippageCard />
      {getBrowserConfig() ? <LazySettingsPanel /> : <NoChain />}
    </div>
  )
}
