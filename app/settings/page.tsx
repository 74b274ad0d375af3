import type { Metadata } from "next"
import { NoChain } from "@/components/wallet/no-chain"
import { browserConfig } from "@/lib/chain/browser-config"
import { SettingsIsland } from "./_parts/settings-island"

export const metadata: Metadata = {
  title: "Settings",
  description: "Your signed-in wallets and your API key.",
}

export default function SettingsPage() {
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5">
      <header className="grid gap-1">
        <h1>Settings</h1>
        <p className="text-muted">
          Your signed-in wallets and the key for programs that act for you.
        </p>
      </header>
      {browserConfig() ? <SettingsIsland /> : <NoChain />}
    </div>
  )
}
