import type { Metadata } from "next"
import { NoChain } from "@/components/chain/no-chain"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import { MarketWizard } from "./_parts/wizard"

export const metadata: Metadata = {
  title: "Create a market",
  description: "Ask a question, name the outcomes, seed the pot, and let people bet on it.",
  alternates: { canonical: "/markets/create" },
}

export default function CreateMarketPage() {
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1>Create a market</h1>
        <p className="max-w-prose text-muted">
          A question with two or more outcomes. Whoever buys shares of the one that comes true
          shares everything that was paid in.
        </p>
      </header>
      {getBrowserConfig() ? <MarketWizard /> : <NoChain />}
    </div>
  )
}
