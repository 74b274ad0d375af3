import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { AppearanceCard } from "./_parts/appearance-card"
import { LazySettingsPanel } from "./_parts/lazy-settings-panel"
import { SlippageCard } from "./_parts/slippage-card"

export const metadata: Metadata = {
  title: "Settings",
  description: "Theme, colours, slippage, your signed-in wallets and the API key of your programs.",
  alternates: { canonical: "/settings" },
}

export default function SettingsPage() {
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5">
      <header className="grid gap-1">
        <h1>Settings</h1>
        <p className="text-muted">
          How Atoll looks and trades in this browser, your signed-in wallets, and the key for
          programs that act for you.
        </p>
      </header>
      <AppearanceCard />
      <SlippageCard />
      {getBrowserConfig() ? <LazySettingsPanel /> : <NoChain />}
    </div>
  )
}
